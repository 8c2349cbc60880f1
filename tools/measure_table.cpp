#include "tools/measure_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "tools/embedding_quality.h"

namespace dsne::tools {
namespace {

/// Returns the width of UTF-8 text in characters.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string rule(const std::vector<std::size_t>& widths) {
  std::string line = "|";
  for (std::size_t c = 0; c < widths.size(); ++c) {
    const std::string dashes(widths[c] + 1, '-');
    line += (c == 0 ? ":" + dashes : dashes + ":") + '|';
  }
  return line + "\n";
}

}  // namespace

std::string markdown_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += '|';
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const std::string blanks(widths[c] - width(rows[r][c]), ' ');
      text += ' ' + (c == 0 ? rows[r][c] + blanks : blanks + rows[r][c]) + " |";
    }
    text += '\n';
    if (r == 0) text += rule(widths);
  }
  return text;
}

std::string measure_text(std::optional<double> value) {
  if (!value) return "n/a";
  std::array<char, 400> text{};
  const double size = std::abs(*value);
  std::snprintf(text.data(), text.size(), "%.*f", size < 10 ? 3 : size < 1000 ? 1 : 0, *value);
  return text.data();
}

std::string measure_table(const std::vector<std::string>& embedding_names,
                          const std::vector<Measures>& measured) {
  std::vector<std::vector<std::string>> rows = {{""}};
  rows[0].insert(rows[0].end(), embedding_names.begin(), embedding_names.end());
  const std::vector<evaluation::MeasureName>& names = evaluation::measure_names();
  for (std::size_t m = 0; m < names.size(); ++m) {
    const bool any = std::any_of(measured.begin(), measured.end(),
                                 [m](const Measures& of_map) { return of_map[m].has_value(); });
    if (!any) continue;
    std::vector<std::string> row = {names[m].title + (names[m].higher_is_better ? " ↑" : " ↓")};
    for (const Measures& of_map : measured) row.push_back(measure_text(of_map[m]));
    rows.push_back(row);
  }
  return markdown_table(rows);
}

}  // namespace dsne::tools
