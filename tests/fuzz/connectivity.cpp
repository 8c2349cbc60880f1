// A subject's connectivity matrix, alone and beside a sound one.

#include <cmath>

#include "data/region_pairs.h"
#include "fuzz/file_list.h"

namespace {

void check(const dsne::data::Table& table) {
  for (const double value : table.values.reshaped()) {
    fuzz::require(std::isnan(value) || std::abs(value) <= dsne::data::largest_value);
  }
  fuzz::require(table.values.cols() == std::ssize(table.features));
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("matrix.csv", bytes);
  const fs::path sound = write("sound.csv", "0,1,2\n1,0,3\n2,3,0\n");
  attempt([&] { check(dsne::data::read_connectivity(list_of({file, file}), "site_data")); });
  attempt([&] { check(dsne::data::read_connectivity(list_of({sound, file}), "site_data")); });
}
