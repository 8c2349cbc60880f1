#include "data/csv.h"

#include <algorithm>
#include <array>
#include <charconv>

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

}  // namespace dsne::data
