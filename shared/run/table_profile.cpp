#include "run/table_profile.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/duplicates.h"
#include "data/measure_names.h"
#include "data/scan_kinds.h"
#include "exchange/state_names.h"

namespace dsne::run {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t longest_name = 1000;
constexpr std::int64_t most_measures = 4000000;
constexpr std::int64_t most_regions = 100000;
constexpr std::int64_t largest_extent = std::int64_t{1} << 31;
constexpr std::int64_t most_rows = std::int64_t{1} << 53;
constexpr double largest_spacing = 1e6;

/// Returns whether a text may be shown as a name. A spreadsheet's header may have several lines.
bool is_showable(const std::string& name) {
  return !name.empty() && name.size() <= longest_name && std::ranges::none_of(name, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool blank = c == '\t' || c == '\n' || c == '\r';
    return (byte < 0x20 && !blank) || byte == 0x7F;
  });
}

/// Returns the modality if it is in the list, else "".
std::string listed_modality(const std::string& word) {
  const auto& all = data::scan_kinds();
  return std::ranges::find(all, word) == all.end() ? "" : word;
}

void check_names(const Names& names, const data::Table& table) {
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (is_showable(names[f])) continue;
    throw InputError("site_data column " + std::to_string(table.columns[f]) +
                     ": the measure's name is longer than " + std::to_string(longest_name) +
                     " bytes, or holds control characters");
  }
}

/// Sorts the columns by what the site can use of them.
void sort_columns(const data::Table& table, TableProfile& result) {
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    const auto values = table.values.col(static_cast<Eigen::Index>(f)).array();
    if (!table.text_rows.empty() && table.text_rows[f] != 0) {
      result.texts.push_back({table.features[f], table.text_rows[f], table.columns[f]});
    } else if (values.isNaN().all()) {
      result.empty.push_back(table.features[f]);
    } else {
      result.names.push_back(table.features[f]);
    }
  }
}

/// Returns all columns of measures in the header's order, including empty ones.
Names header_names(const data::Table& table) {
  std::map<std::size_t, std::string> by_column;
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    by_column.emplace(table.columns[f], table.features[f]);
  }
  for (const data::LeftOut& column : table.reading.left_out) {
    std::string name = data::canonical_measure_name(column.name);
    if (column.empty_column != 0 && is_showable(name)) {
      by_column.emplace(column.empty_column, std::move(name));
    }
  }
  Names names;
  std::unordered_set<std::string> met;
  for (auto& [column, name] : by_column) {
    if (met.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

Json to_json(const data::Geometry& geometry) {
  if (geometry.kind == data::GeometryKind::none) return nullptr;
  const bool images = geometry.kind == data::GeometryKind::images;
  return {{"kind", images ? "images" : "networks"},
          {"size", geometry.size},
          {"spacing", geometry.spacing},
          {"orientation", geometry.orientation},
          {"regions", geometry.regions}};
}

Names names_field(const Json& json, const std::string& name, std::int64_t most,
                  std::string_view what) {
  Names names = texts_field(json, name, what);
  const bool good = std::ssize(names) <= most && std::ranges::all_of(names, is_showable) &&
                    !data::find_duplicate(names);
  if (!good) {
    throw MessageError(std::string(what) + ": " + name +
                       " holds too many names, the same twice, or something that is no name");
  }
  return names;
}

std::vector<double> spacing_field(const Json& json, std::string_view what) {
  const Json& spacing = field(json, "spacing", what);
  const bool good = spacing.is_array() && (spacing.empty() || spacing.size() == 3) &&
                    std::ranges::all_of(spacing, [](const Json& value) {
                      return value.is_number() && value.get<double>() > 0 &&
                             value.get<double>() <= largest_spacing;
                    });
  if (!good) throw MessageError(std::string(what) + ": spacing is no image's");
  return spacing.get<std::vector<double>>();
}

std::string orientation_field(const Json& json, std::string_view what) {
  std::string text = text_field(json, "orientation", what);
  const bool good =
      (text.empty() || text.size() == 3) && text.find_first_not_of("RLAPSI") == std::string::npos;
  if (!good) throw MessageError(std::string(what) + ": orientation is no image's");
  return text;
}

data::Geometry parse_geometry(const Json& json, std::string_view what) {
  data::Geometry geometry;
  if (json.is_null()) return geometry;
  const std::string kind = text_field(json, "kind", what);
  if (kind != "images" && kind != "networks") {
    throw MessageError(std::string(what) + ": geometry is of no known kind");
  }
  const bool images = kind == "images";
  geometry.kind = images ? data::GeometryKind::images : data::GeometryKind::networks;
  geometry.size = integers_field(json, "size", images ? 3 : 1, 1, largest_extent, what);
  geometry.spacing = spacing_field(json, what);
  geometry.orientation = orientation_field(json, what);
  // Two regions may have the same name in a program's table.
  geometry.regions = texts_field(json, "regions", what);
  const bool good = std::ssize(geometry.regions) <= most_regions &&
                    std::ranges::all_of(geometry.regions, [](const std::string& region) {
                      return region.size() <= longest_name;
                    });
  if (!good) throw MessageError(std::string(what) + ": regions holds something that is no name");
  return geometry;
}

std::map<std::string, std::string> units_field(const Json& json, std::string_view what) {
  std::map<std::string, std::string> units;
  const Json& given = field(json, "units", what);
  bool good = given.is_object() && std::ssize(given) <= most_measures;
  for (auto item = given.begin(); good && item != given.end(); ++item) {
    good = is_showable(item.key()) && item->is_string() && data::is_unit(item->get<std::string>());
    if (good) units[item.key()] = item->get<std::string>();
  }
  if (!good) throw MessageError(std::string(what) + ": units are none that are known");
  return units;
}

TextColumn parse_text_column(const Json& json, std::string_view what) {
  TextColumn column;
  column.name = text_field(json, "name", what);
  if (!is_showable(column.name)) throw MessageError(std::string(what) + ": a name is no name");
  column.row = static_cast<std::size_t>(integer_field(json, "row", 1, most_rows, what));
  column.column = static_cast<std::size_t>(integer_field(json, "column", 1, most_rows, what));
  return column;
}

/// Checks that the numbers of names and columns agree.
void check_counts(const TableProfile& table, std::string_view what) {
  const auto named = std::ssize(table.names) + std::ssize(table.empty) + std::ssize(table.texts);
  const bool silent =
      !table.by_header || (table.empty.empty() && table.texts.empty() && table.units.empty());
  const bool counted = named == (table.has_header ? table.measures : 0);
  if (!silent || !counted) {
    throw MessageError(std::string(what) + ": table is not of as many measures as it names");
  }
}

}  // namespace

TableProfile describe_table(const data::Table& table, bool by_header, bool chosen) {
  check_names(table.features, table);
  TableProfile result;
  result.measures = table.values.cols();
  result.has_header = !table.features.empty();
  result.by_header = by_header;
  result.chosen = chosen;
  result.modality = listed_modality(table.reading.modality);
  result.geometry = table.reading.geometry;
  if (!result.has_header) return result;
  if (by_header) {
    result.names = header_names(table);
    result.measures = std::ssize(result.names);
  } else {
    sort_columns(table, result);
    result.units = table.reading.units;
  }
  return result;
}

Json to_json(const TableProfile& table) {
  Json texts = Json::array();
  for (const TextColumn& column : table.texts) {
    texts.push_back({{"name", column.name}, {"row", column.row}, {"column", column.column}});
  }
  return {{"measures", table.measures},
          {"header", table.has_header},
          {"names", table.names},
          {"empty", table.empty},
          {"texts", texts},
          {"by_header", table.by_header},
          {"chosen", table.chosen},
          {"modality", table.modality},
          {"geometry", to_json(table.geometry)},
          {"units", table.units}};
}

TableProfile parse_table_profile(const Json& json, std::string_view what) {
  TableProfile table;
  table.measures = integer_field(json, "measures", 1, exchange::max_features, what);
  table.has_header = flag_field(json, "header", what);
  table.names = names_field(json, "names", most_measures, what);
  table.empty = names_field(json, "empty", most_measures, what);
  const Json& texts = field(json, "texts", what);
  if (!texts.is_array() || std::ssize(texts) > most_measures) {
    throw MessageError(std::string(what) + ": texts is no list of columns");
  }
  for (const Json& column : texts) table.texts.push_back(parse_text_column(column, what));
  table.by_header = flag_field(json, "by_header", what);
  table.chosen = flag_field(json, "chosen", what);
  table.modality = text_field(json, "modality", what);
  if (table.modality != listed_modality(table.modality)) {
    throw MessageError(std::string(what) + ": modality is none of those that are known");
  }
  table.geometry = parse_geometry(field(json, "geometry", what), what);
  table.units = units_field(json, what);
  check_counts(table, what);
  return table;
}

}  // namespace dsne::run
