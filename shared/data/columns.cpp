#include "data/columns.h"

#include <algorithm>
#include <charconv>

#include "data/duplicates.h"

namespace dsne::data {
namespace {

std::optional<std::size_t> numbered_column(const std::string& number, std::size_t columns) {
  std::size_t value = 0;
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, value);
  const bool is_number = error == std::errc() && stop == end;
  if (!is_number || value < 1 || value > columns) return std::nullopt;
  return value - 1;
}

// A column by its name, or by its number where there is no header; nothing when it is not there.
std::optional<std::size_t> find_column(const TextLayout& layout, const std::string& name,
                                       const std::string& parameter, const std::string& input) {
  if (!layout.header) return numbered_column(name, layout.kinds.size());
  const auto& names = layout.names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  if (std::find(found + 1, names.end(), name) != names.end()) {
    throw InputError(input + " has more than one column with the name given in " + parameter);
  }
  return static_cast<std::size_t>(found - names.begin());
}

std::size_t require_column(const TextLayout& layout, const std::string& name,
                           const std::string& parameter, const std::string& input) {
  const auto column = find_column(layout, name, parameter, input);
  if (!column) throw InputError(input + " has no column with the name given in " + parameter);
  return *column;
}

bool is_named(const TextLayout& layout, std::size_t column, const std::vector<std::string>& names) {
  return layout.header &&
         std::find(names.begin(), names.end(), layout.names[column]) != names.end();
}

/// Whether a column's first value lets it be a feature.
bool may_be_feature(const TextLayout& layout, std::size_t column, bool features_later) {
  if (!features_later) return layout.kinds[column] == CellKind::number;
  return layout.kinds[column] != CellKind::text &&
         (!layout.header || !layout.names[column].empty());
}

std::vector<std::size_t> number_columns(const TextLayout& layout, const TableFormat& format,
                                        const Columns& taken) {
  std::vector<std::size_t> features;
  for (std::size_t c = 0; c < layout.kinds.size(); ++c) {
    if (may_be_feature(layout, c, format.features_later) && c != taken.id && c != taken.label &&
        !is_named(layout, c, format.no_features)) {
      features.push_back(c);
    }
  }
  return features;
}

void check_distinct(const Columns& columns, const std::string& input) {
  std::vector<std::size_t> all = columns.features;
  if (columns.id) all.push_back(*columns.id);
  if (columns.label) all.push_back(*columns.label);
  if (find_duplicate(all)) {
    throw InputError(input + ": id_column, label_column and feature_columns name a column twice");
  }
}

void check_names(const TextLayout& layout, const std::vector<std::size_t>& features,
                 const std::string& input) {
  std::vector<std::string> names;
  for (const std::size_t column : features) {
    names.push_back(layout.names[column]);
    if (names.back().empty()) {
      throw InputError(input + " column " + std::to_string(column + 1) +
                       " has no name in the header");
    }
  }
  if (const auto same = find_duplicate(names)) {
    throw InputError(input + " columns " + std::to_string(features[same->first] + 1) + " and " +
                     std::to_string(features[same->second] + 1) + " have the same name");
  }
}

}  // namespace

std::optional<std::size_t> named_column(const TextLayout& layout, const std::string& name,
                                        bool may_lack, const std::string& parameter,
                                        const std::string& input) {
  if (name.empty()) return std::nullopt;
  if (may_lack) return find_column(layout, name, parameter, input);
  return require_column(layout, name, parameter, input);
}

Columns choose_columns(const TextLayout& layout, const TableFormat& format,
                       const std::string& input) {
  Columns columns;
  columns.id = named_column(layout, format.id_column, format.may_lack_columns, "id_column", input);
  columns.label =
      named_column(layout, format.label_column, format.may_lack_columns, "label_column", input);
  for (const auto& name : format.feature_columns) {
    columns.features.push_back(require_column(layout, name, "feature_columns", input));
  }
  if (format.feature_columns.empty()) columns.features = number_columns(layout, format, columns);
  if (columns.features.empty()) throw InputError(input + " has no column of numbers");
  check_distinct(columns, input);
  if (layout.header) check_names(layout, columns.features, input);
  return columns;
}

}  // namespace dsne::data
