#include "data/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>

#include "core/errors.h"
#include "data/cell.h"
#include "data/text/record_reader.h"

namespace dsne::data {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// A reader would take blanks at the ends for padding.
bool must_quote(std::string_view cell) {
  if (cell.empty()) return false;
  return cell.find_first_of(",\"\r\n") != std::string_view::npos || is_blank(cell.front()) ||
         is_blank(cell.back());
}

void append_quoted(std::string& line, std::string_view cell) {
  line += '"';
  for (const char c : cell) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

bool is_number(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end;
}

/// Whether a spreadsheet would run a text, or take an apostrophe off it.
bool may_run(std::string_view cell) {
  constexpr std::string_view openings = "=+-@\t\r'";
  return !cell.empty() && openings.find(cell.front()) != std::string_view::npos;
}

std::string inert(const std::string& cell) {
  return may_run(cell) && !is_number(cell) ? "'" + cell : cell;
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  if (cells.size() == 1 && cells.front().empty()) return "\"\"";  // no blank line
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += ',';
    if (must_quote(cells[i])) {
      append_quoted(line, cells[i]);
    } else {
      line += cells[i];
    }
  }
  return line;
}

std::string spreadsheet_line(std::vector<std::string> cells) {
  std::transform(cells.begin(), cells.end(), cells.begin(), inert);
  return csv_line(cells);
}

std::string without_apostrophe(std::string_view cell) {
  const bool guarded = cell.starts_with('\'') && may_run(cell.substr(1));
  return std::string(guarded ? cell.substr(1) : cell);
}

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

namespace {

using Eigen::Index;

const std::string the_reference = "the reference";

std::vector<std::string> parse_header(const RecordReader& reader) {
  if (reader[0] != "label") throw InputError(the_reference + ": the first column is not the label");
  if (reader.size() < 2) throw InputError(the_reference + " has no feature");
  std::vector<std::string> names;
  for (std::size_t c = 1; c < reader.size(); ++c) {
    names.push_back(checked_text(reader[c], the_reference, 1, c + 1));
  }
  const auto unnamed = std::ranges::count(names, std::string());
  if (unnamed == static_cast<std::ptrdiff_t>(names.size())) return {};
  if (unnamed > 0) throw InputError(the_reference + " has names for some of its features only");
  return names;
}

void parse_row(const RecordReader& reader, std::size_t columns, std::vector<double>& values) {
  if (reader.size() != columns) {
    throw width_error(the_reference, reader.row(), reader.size(), columns);
  }
  for (std::size_t c = 1; c < columns; ++c) {
    const Cell cell = read_cell(reader[c]);
    if (cell.kind != CellKind::number || !std::isfinite(cell.number)) {
      Source(the_reference).refuse(reader.row(), c + 1, "not a finite number");
    }
    values.push_back(checked_value(cell.number, the_reference, reader.row(), c + 1));
  }
}

}  // namespace

std::string reference_csv(const Reference& reference) {
  std::vector<std::string> header = {"label"};
  header.insert(header.end(), reference.features.begin(), reference.features.end());
  header.resize(static_cast<std::size_t>(reference.values.cols()) + 1);
  std::string text = csv_line(header) + '\n';
  for (Index row = 0; row < reference.values.rows(); ++row) {
    const std::string label =
        reference.labels.empty() ? "" : reference.labels[static_cast<std::size_t>(row)];
    if (!label.empty()) text += csv_line({label});
    for (const double value : reference.values.row(row)) {
      text += ',';
      text += number_text(value);
    }
    text += '\n';
  }
  return text;
}

Reference parse_reference_csv(const std::string& text) {
  if (text.empty() || text.back() != '\n') throw InputError(the_reference + " is not whole");
  std::istringstream stream(text);
  RecordReader reader(stream, ',', the_reference);
  if (!reader.next()) throw InputError(the_reference + " has no header");
  Reference reference;
  reference.features = parse_header(reader);
  const std::size_t columns = reader.size();
  std::vector<double> values;
  while (reader.next()) {
    parse_row(reader, columns, values);
    reference.labels.push_back(checked_text(reader[0], the_reference, reader.row(), 1));
  }
  if (reference.labels.empty()) throw InputError(the_reference + " has no point");
  reference.values = Eigen::Map<const Matrix>(
      values.data(), static_cast<Index>(reference.labels.size()), static_cast<Index>(columns - 1));
  if (std::ranges::all_of(reference.labels, &std::string::empty)) reference.labels.clear();
  return reference;
}

}  // namespace dsne::data
