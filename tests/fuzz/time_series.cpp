// Regions' time series of a subject, alone and beside sound ones.

#include "data/region_pairs.h"
#include "fuzz/file_list.h"

namespace {

void check(const dsne::data::Table& table) {
  fuzz::require(table.values.cols() == std::ssize(table.features));
  for (const double value : table.values.reshaped()) {
    fuzz::require(std::isnan(value) || std::abs(value) <= 1);
  }
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("series.csv", bytes);
  const fs::path sound = write("sound.csv", "a,0,1,2\nb,1,0,3\n");
  attempt([&] { check(dsne::data::read_time_series(list_of({file, file}), "site_data")); });
  attempt([&] { check(dsne::data::read_time_series(list_of({sound, file}), "site_data")); });
}
