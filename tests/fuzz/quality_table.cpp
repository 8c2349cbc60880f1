// A group table of MRIQC or QAP.

#include "data/data_format.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("group.tsv", bytes);
  dsne::data::TableFormat format;
  for (const char* column : {"", "subject"}) {
    format.id_column = column;
    attempt([&] {
      const dsne::data::Table table =
          dsne::data::read_data(file, "site_data", dsne::data::DataFormat::mriqc, format);
      require(table.values.rows() == std::ssize(table.ids));
      require(table.values.cols() == std::ssize(table.features));
    });
  }
}
