#include "joined/text_columns.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "data/table.h"
#include "data/text/record_reader.h"
#include "data/text/text_layout.h"

namespace dsne {
namespace {

std::vector<std::string> read_header(data::RecordReader& reader, const std::string& input) {
  if (!reader.next_filled()) throw InputError(input + " is empty");
  std::vector<std::string> names;
  for (std::size_t c = 0; c < reader.size(); ++c) names.emplace_back(reader[c]);
  return names;
}

}  // namespace

std::vector<std::string> column_names(const fs::path& file, const std::string& input) {
  const data::TextInput text = data::open_text(file, input);
  data::RecordReader reader(*text, data::find_delimiter(text, data::RecordReader::blanks, input),
                            input);
  return read_header(reader, input);
}

std::vector<std::vector<std::string>> read_text_columns(const fs::path& file,
                                                        const std::vector<std::string>& names,
                                                        const std::string& input) {
  const data::TextInput text = data::open_text(file, input);
  data::RecordReader reader(*text, data::find_delimiter(text, data::RecordReader::blanks, input),
                            input);
  const std::vector<std::string> header = read_header(reader, input);
  std::vector<std::size_t> columns;
  for (const std::string& name : names) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end())
      throw InputError(std::string(input).append(" has no column ").append(name));
    columns.push_back(static_cast<std::size_t>(found - header.begin()));
  }
  std::vector<std::vector<std::string>> rows;
  while (reader.next_filled()) {
    if (reader.size() != header.size()) {
      throw InputError(input + " row " + std::to_string(reader.row()) + " has " +
                       std::to_string(reader.size()) + " instead of " +
                       std::to_string(header.size()) + " columns");
    }
    std::vector<std::string> cells;
    cells.reserve(columns.size());
    for (const std::size_t column : columns) {
      cells.push_back(data::checked_text(reader[column], input, reader.row(), column + 1));
    }
    rows.push_back(cells);
  }
  return rows;
}

std::vector<std::string> read_label_column(const fs::path& file, const std::string& name,
                                           const std::string& input) {
  std::vector<std::string> labels;
  for (const auto& cells : read_text_columns(file, {name}, input)) {
    labels.push_back(data::label_text(cells.front()));
  }
  return labels;
}

}  // namespace dsne
