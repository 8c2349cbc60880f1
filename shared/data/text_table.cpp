#include "data/text_table.h"

#include <cmath>
#include <limits>

#include "data/cell.h"
#include "data/columns.h"
#include "data/record_reader.h"
#include "data/text_layout.h"

namespace dsne {
namespace {

using Eigen::Index;

double feature_value(std::string_view text, const std::string& input, std::size_t row,
                     std::size_t column) {
  const Cell cell = read_cell(text);
  if (cell.kind == CellKind::missing) return std::numeric_limits<double>::quiet_NaN();
  if (cell.kind == CellKind::text) throw cell_error(input, row, column, "not a number");
  return checked_value(cell.number, input, row, column);
}

// Rows and columns, and the features' names; the cells are still to be filled in.
Table empty_table(const TextLayout& layout, const Columns& columns, const std::string& input) {
  Table table;
  const std::size_t rows = layout.last_row - layout.first_row + 1;
  table.values.resize(static_cast<Index>(rows), static_cast<Index>(columns.features.size()));
  table.ids.reserve(rows);
  if (columns.label) table.labels.reserve(rows);
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
    const std::size_t column = columns.features[f];
    table.values(row, static_cast<Index>(f)) =
        feature_value(reader[column], input, reader.row(), column + 1);
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
  Table table = empty_table(layout, columns, input);
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

}  // namespace dsne
