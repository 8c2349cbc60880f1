// A subject's connectivity matrix, alone and beside a sound one.

#include "data/connectivity.h"

#include "fuzz/fuzz.h"

namespace {

dsne::data::FileList list_of(std::vector<fuzz::fs::path> files) {
  dsne::data::FileList list;
  for (std::size_t i = 1; i <= files.size(); ++i) {
    list.names.push_back("site_data row " + std::to_string(i) + "'s file");
    list.ids.push_back(std::to_string(i));
    list.rows.push_back(i);
  }
  list.files = std::move(files);
  return list;
}

void check(const dsne::data::Table& table) {
  fuzz::require(table.values.allFinite());
  fuzz::require(table.values.cols() == std::ssize(table.features));
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("matrix.csv", bytes);
  const fs::path sound = write("sound.csv", "0,1,2\n1,0,3\n2,3,0\n");
  attempt([&] { check(dsne::data::read_connectivity(list_of({file, file}), "site_data")); });
  attempt([&] { check(dsne::data::read_connectivity(list_of({sound, file}), "site_data")); });
}
