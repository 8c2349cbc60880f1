#include "data/table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "data/cell.h"
#include "data/columns/persons.h"
#include "data/csv.h"
#include "data/duplicates.h"
#include "data/formats/npy.h"
#include "data/names/measure_names.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"

namespace dsne::data {
namespace {

Table read_npy_table(std::istream& in, const Source& source, const TableFormat& format) {
  const auto refuse = [&source](bool asked, const std::string& parameter) {
    if (asked) source.refuse("has no column with the name given in " + parameter);
  };
  refuse(!format.id_column.empty() && !format.may_lack_columns, "id_column");
  refuse(!format.label_column.empty() && !format.may_lack_columns, "label_column");
  refuse(!format.feature_columns.empty(), "feature_columns");
  Table table;
  table.values = read_npy(in, source);
  table.reading.has_header = false;
  table.reading.is_array = true;
  table.ids = numbered_names(static_cast<std::size_t>(table.values.rows()));
  for (std::size_t row = 1; row <= table.ids.size(); ++row) table.rows.push_back(row);
  for (Eigen::Index column = 1; column <= table.values.cols(); ++column) {
    table.columns.push_back(static_cast<std::size_t>(column));
  }
  return table;
}

using Names = std::vector<std::string>;

/// Returns a feature's name for an error, "" where it may be private.
std::string shown(const std::string& name) {
  constexpr std::size_t longest = 40;
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool told =
      name.size() <= longest && std::ranges::all_of(name, is_plain) && is_quality_measure(name);
  return told ? name : "";
}

/// @param lacking their positions in the list
InputError missing_features(const std::vector<std::size_t>& lacking, const Names& features,
                            const Source& source, const std::string& whose) {
  constexpr std::size_t most = 5;
  if (lacking.size() == 1 && !shown(features[lacking.front()]).empty()) {
    return source.error("has no column " + shown(features[lacking.front()]) + ", which " + whose +
                        " has");
  }
  Names columns;
  for (const std::size_t f : lacking) {
    const std::string name = shown(features[f]);
    columns.push_back(std::to_string(f + 1) + (name.empty() ? "" : " (" + name + ")"));
  }
  return source.error("has no column for " +
                      (lacking.size() == 1
                           ? "the measure in column "
                           : std::to_string(lacking.size()) + " measures, in columns ") +
                      in_commas(columns, most) + " of " + whose);
}

}  // namespace

Names numbered_names(std::size_t count) {
  Names names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  return names;
}

void keep_rows(Table& table, const std::vector<std::size_t>& kept) {
  table.values = Matrix(table.values(kept, Eigen::all));
  for (auto* texts : {&table.ids, &table.persons, &table.labels}) *texts = chosen(*texts, kept);
  table.rows = chosen(table.rows, kept);
}

void keep_features(Table& table, const std::vector<std::size_t>& kept) {
  table.values = Matrix(table.values(Eigen::all, kept));
  table.features = chosen(table.features, kept);
  table.columns = chosen(table.columns, kept);
  table.text_rows = chosen(table.text_rows, kept);
}

Table with_features(Table table, Names features, const Source& source, const std::string& whose) {
  const auto found = MeasureNames(table.features).find_each(features);
  std::vector<std::size_t> kept;
  std::vector<std::size_t> lacking;
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (found[f])
      kept.push_back(*found[f]);
    else
      lacking.push_back(f);
  }
  if (!lacking.empty()) throw missing_features(lacking, features, source, whose);
  keep_features(table, kept);
  table.features = std::move(features);
  require_numbers(table, source);
  return table;
}

void require_numbers(const Table& table, const Source& source) {
  for (std::size_t f = 0; f < table.text_rows.size(); ++f) {
    if (table.text_rows[f] == 0) continue;
    source.refuse(table.text_rows[f], table.columns[f],
                  "not a number: correct the cell, or leave it empty where there is no value");
  }
}

std::string two_rows(const Table& table, const std::pair<std::size_t, std::size_t>& positions) {
  return "rows " + std::to_string(table.rows.at(positions.first)) + " and " +
         std::to_string(table.rows.at(positions.second));
}

bool are_copies(const Table& table, const std::pair<std::size_t, std::size_t>& positions) {
  const auto row = [&](std::size_t at) { return table.values.row(static_cast<Eigen::Index>(at)); };
  return table.values.cols() > 0 &&
         std::ranges::equal(row(positions.first), row(positions.second),
                            [](double one, double other) {
                              return one == other || (std::isnan(one) && std::isnan(other));
                            });
}

void check_ids(const Table& table, const Source& source) {
  std::vector<std::string_view> ids;
  for (const std::string& id : table.ids) ids.push_back(without_wide_blanks(id));
  const auto same = find_duplicate(ids);
  if (!same) return;
  source.refuse(two_rows(table, *same) +
                (are_copies(table, *same)
                     ? " have the same id and the same values: remove the copy"
                     : " have the same id: bring one row for each scan, or name what tells them "
                       "apart (id_column)"));
}

Table read_table(const boost::filesystem::path& file, const Source& source,
                 const TableFormat& format) {
  auto in = open_input(file, source);
  const bool npy = is_npy(in);
  Table table = npy ? read_npy_table(in, source, format)
                    : read_text_table(open_text(file, source), source, format);
  if (!npy) settle_persons(table, format);
  check_ids(table, source);
  return table;
}

namespace {

InputError shape_error(const Source& source, std::size_t columns) {
  return source.error("has " + std::to_string(columns) + " instead of 1 columns");
}

// Every line of a text file, without the blank ones at its end.
std::vector<std::string> read_lines(const TextInput& text, const Source& source) {
  RecordReader reader(*text, find_delimiter(text, RecordReader::none, source), source);
  std::vector<std::string> lines;
  std::size_t filled = 0;
  while (reader.next()) {
    lines.push_back(checked_text(reader[0], source, reader.row(), 1));
    if (reader.blank()) continue;
    if (reader.size() > 1) throw shape_error(source, reader.size());
    filled = lines.size();
  }
  lines.resize(filled);
  return lines;
}

std::vector<std::string> read_text_labels(const TextInput& text, const Source& source,
                                          std::size_t points) {
  std::vector<std::string> labels = read_lines(text, source);
  if (labels.empty()) source.refuse("is empty");
  const bool has_header =
      labels.size() == points + 1 && read_cell(labels.front()).kind == CellKind::text;
  if (has_header) labels.erase(labels.begin());
  for (std::string& label : labels) label = label_text(label);
  return labels;
}

std::vector<std::string> read_npy_labels(std::istream& in, const Source& source) {
  const Matrix values = read_npy(in, source);
  if (values.cols() != 1) throw shape_error(source, static_cast<std::size_t>(values.cols()));
  std::vector<std::string> labels;
  for (const double value : values.col(0)) {
    if (std::abs(value) >= exact_limit) {
      source.refuse(labels.size() + 1, 1, "too large a number for a label");
    }
    labels.push_back(label_text(number_text(value)));
  }
  return labels;
}

}  // namespace

std::vector<std::string> read_labels(const boost::filesystem::path& file, const Source& source,
                                     std::size_t points) {
  auto in = open_input(file, source);
  auto labels = is_npy(in) ? read_npy_labels(in, source)
                           : read_text_labels(open_text(file, source), source, points);
  if (labels.size() != points) {
    source.refuse("has " + std::to_string(labels.size()) + " rows for " + std::to_string(points) +
                  " points");
  }
  return labels;
}

}  // namespace dsne::data
