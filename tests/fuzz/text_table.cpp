// A site's or the reference's table: CSV, TSV, blanks or `.npy`, read in several ways.

#include <cmath>
#include <vector>

#include "data/table.h"
#include "fuzz/fuzz.h"

namespace {

std::vector<dsne::data::TableFormat> formats() {
  std::vector<dsne::data::TableFormat> all(5);
  all[1].header = dsne::data::Header::present;
  all[2].header = dsne::data::Header::absent;
  all[2].id_column = "1";
  all[3].id_column = "id";
  all[3].label_column = "label";
  all[3].no_features = {"age"};
  all[3].may_lack_columns = true;
  all[4].feature_columns = {"2", "b"};
  return all;
}

void check(const dsne::data::Table& table) {
  const auto rows = static_cast<std::size_t>(table.values.rows());
  const auto columns = static_cast<std::size_t>(table.values.cols());
  fuzz::require(rows > 0 && columns > 0 && table.ids.size() == rows && table.rows.size() == rows);
  fuzz::require(table.labels.empty() || table.labels.size() == rows);
  fuzz::require(table.features.empty() || table.features.size() == columns);
  for (const double value : table.values.reshaped()) {
    fuzz::require(std::isnan(value) || std::abs(value) <= dsne::data::largest_value);
  }
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("table.csv", bytes);
  for (const dsne::data::TableFormat& format : formats()) {
    attempt([&] { check(dsne::data::read_table(file, "site_data", format)); });
  }
}
