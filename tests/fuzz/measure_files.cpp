// A subject's measures, beside a sound subject's.

#include "data/measure_files.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  dsne::data::FileList list;
  list.files = {write("sound.txt", "Brain\t1.5\nCSF\t2\n"), write("measures.txt", bytes)};
  list.names = {"site_data row 1's file", "site_data row 2's file"};
  list.subjects.ids = {"1", "2"};
  list.subjects.rows = {1, 2};
  const dsne::data::Table table = dsne::data::read_measure_files(list);
  require(table.values.rows() == 2 && !table.values.array().isInf().any());
  require(table.values.cols() == std::ssize(table.features));
}
