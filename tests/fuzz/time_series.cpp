// Regions' time series of a subject, alone and beside sound ones.

#include "data/time_series.h"

#include "fuzz/fuzz.h"

namespace {

dsne::data::FileList series_in(std::vector<fuzz::fs::path> files) {
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
  fuzz::require(table.values.cols() == std::ssize(table.features));
  for (const double value : table.values.reshaped()) {
    fuzz::require(std::isnan(value) || std::abs(value) <= 1);
  }
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("series.csv", bytes);
  const fs::path sound = write("sound.csv", "a,0,1,2\nb,1,0,3\n");
  attempt([&] { check(dsne::data::read_time_series(series_in({file, file}), "site_data")); });
  attempt([&] { check(dsne::data::read_time_series(series_in({sound, file}), "site_data")); });
}
