#include "data/text_table.h"

#include <cmath>
#include <limits>

#include "data/cell.h"
#include "data/columns.h"
#include "data/record_reader.h"
#include "data/text_layout.h"

namespace dsne::data {
namespace {

using Eigen::Index;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// The value of a feature's cell. A text is noted where texts are, else it is an error.
double feature_value(std::string_view text, const std::string& input, std::size_t row, Table& table,
                     std::size_t feature) {
  const Cell cell = read_cell(text);
  if (cell.kind == CellKind::missing) return missing;
  if (cell.kind == CellKind::number) {
    return checked_value(cell.number, input, row, table.columns[feature]);
  }
  if (table.text_rows.empty()) throw cell_error(input, row, table.columns[feature], "not a number");
  std::size_t& first = table.text_rows[feature];
  if (first == 0) first = row;
  return missing;
}

// Rows and columns, and the features' names; the cells are still to be filled in.
Table empty_table(const TextLayout& layout, const Columns& columns, bool note_texts,
                  const std::string& input) {
  Table table;
  const std::size_t rows = layout.last_row - layout.first_row + 1;
  table.values.resize(static_cast<Index>(rows), static_cast<Index>(columns.features.size()));
  table.ids.reserve(rows);
  if (columns.label) table.labels.reserve(rows);
  if (note_texts) table.text_rows.resize(columns.features.size(), 0);
  table.rows.reserve(rows);
  for (const std::size_t column : columns.features) {
    table.columns.push_back(column + 1);
    if (layout.header) {
      table.features.push_back(checked_text(layout.names[column], input, 1, column + 1));
    }
  }
  return table;
}

void add_id(Table& table, const RecordReader& reader, const Columns& columns,
            const std::string& input) {
  if (!columns.id) {
    table.ids.push_back(std::to_string(table.ids.size() + 1));
    return;
  }
  const std::string_view id = reader[*columns.id];
  if (id.empty()) throw cell_error(input, reader.row(), *columns.id + 1, "the id is missing");
  table.ids.push_back(checked_text(id, input, reader.row(), *columns.id + 1));
}

void add_row(Table& table, const RecordReader& reader, const Columns& columns,
             const std::string& input) {
  const auto row = static_cast<Index>(table.rows.size());
  for (std::size_t f = 0; f < columns.features.size(); ++f) {
    table.values(row, static_cast<Index>(f)) =
        feature_value(reader[columns.features[f]], input, reader.row(), table, f);
  }
  add_id(table, reader, columns, input);
  if (columns.label) {
    table.labels.push_back(
        checked_text(label_text(reader[*columns.label]), input, reader.row(), *columns.label + 1));
  }
  table.rows.push_back(reader.row());
}

}  // namespace

Table read_text_table(std::istream& in, const std::string& input, const TableFormat& format) {
  const TextLayout layout = find_layout(in, format.header, input);
  const Columns columns = choose_columns(layout, format, input);
  const bool note_texts = format.features_later && format.feature_columns.empty();
  Table table = empty_table(layout, columns, note_texts, input);
  RecordReader reader(in, layout.delimiter, input);
  if (layout.header) reader.next();
  for (std::size_t row = layout.first_row; row <= layout.last_row; ++row) {
    if (!reader.next() || reader.size() != layout.kinds.size()) {
      throw InputError(input + " was changed while it was read");
    }
    add_row(table, reader, columns, input);
  }
  return table;
}

}  // namespace dsne::data
