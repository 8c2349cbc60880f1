// A site's data of any form: a table, or a list of the files beside it.

#include "data/file_list.h"

#include "data/data_format.h"
#include "fuzz/fuzz.h"

namespace {

void write_listed_files() {
  for (const char* name : {"a.txt", "b.txt"}) fuzz::write(name, "Left-Amygdala\t1\nBrain\t2\n");
  for (const char* name : {"c.csv", "d.csv"}) fuzz::write(name, "0,1,2\n1,0,3\n2,3,0\n");
  fuzz::write("e.nii", "no image");
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  static const bool written = (write_listed_files(), true);
  require(written);
  const fs::path list = write("list.csv", bytes);
  dsne::data::TableFormat format;
  for (const char* column : {"", "1", "id"}) {
    format.id_column = column;
    format.label_column = format.id_column.empty() ? "" : "label";
    format.may_lack_columns = !format.label_column.empty();
    attempt([&] { dsne::data::read_file_list(list, "site_data", format); });
    attempt([&] {
      dsne::data::read_data(list, "site_data", dsne::data::DataFormat::automatic, format);
    });
  }
}
