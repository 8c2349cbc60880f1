#include "tools/map_file.h"

#include <algorithm>

#include "core/errors.h"
#include "data/table.h"
#include "tools/text_columns.h"

namespace dsne::tools {

MapFile read_map_file(const fs::path& file, const std::string& input) {
  const std::vector<std::string> names = column_names(file, input);
  const auto has = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!has("x") || !has("y")) throw InputError(input + " has no columns x and y");
  data::TableFormat format;
  format.header = data::Header::present;
  format.feature_columns = {"x", "y"};
  if (has("z")) format.feature_columns.emplace_back("z");
  MapFile map;
  map.places = data::read_table(file, input, format).values;
  if (map.places.hasNaN()) throw InputError(input + " lacks a coordinate");
  if (has("site")) map.sites = read_label_column(file, "site", input);
  if (has("label")) map.labels = read_label_column(file, "label", input);
  return map;
}

}  // namespace dsne::tools
