// A subject's measures, beside a sound subject's.

#include "data/measure_files.h"

#include "fuzz/file_list.h"

void fuzz::target(std::string_view bytes) {
  const fs::path sound = write("sound.txt", "Brain\t1.5\nCSF\t2\n");
  const dsne::data::Table table =
      dsne::data::read_measure_files(list_of({sound, write("measures.txt", bytes)}));
  require(table.values.rows() == 2 && !table.values.array().isInf().any());
  require(table.values.cols() == std::ssize(table.features));
}
