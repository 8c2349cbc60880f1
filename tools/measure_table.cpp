#include "tools/measure_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "tools/evaluation/embedding_quality.h"

namespace dsne::tools {
namespace {

constexpr const char* not_there = "n/a";

/// Returns the width of UTF-8 text in characters.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

std::string padded(const std::string& text, std::size_t to, bool left) {
  const std::string blanks(to - width(text), ' ');
  return left ? text + blanks : blanks + text;
}

std::string rule(std::size_t columns, const std::vector<std::size_t>& widths) {
  std::string line = "|";
  for (std::size_t c = 0; c < columns; ++c) {
    line +=
        (c == 0 ? ":" + std::string(widths[c] + 1, '-') : std::string(widths[c] + 1, '-') + ":");
    line += '|';
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
      text += ' ' + padded(rows[r][c], widths[c], c == 0) + " |";
    }
    text += '\n';
    if (r == 0) text += rule(widths.size(), widths);
  }
  return text;
}

std::string measure_text(std::optional<double> value) {
  if (!value) return not_there;
  std::array<char, 400> text{};
  const double size = std::abs(*value);
  std::snprintf(text.data(), text.size(), "%.*f", size < 10 ? 3 : size < 1000 ? 1 : 0, *value);
  return text.data();
}

std::string measure_table(const std::vector<std::string>& embedding_names,
                          const std::vector<std::vector<std::string>>& cells) {
  std::vector<std::vector<std::string>> rows = {{""}};
  rows[0].insert(rows[0].end(), embedding_names.begin(), embedding_names.end());
  const std::vector<evaluation::MeasureName>& names = evaluation::measure_names();
  for (std::size_t m = 0; m < names.size(); ++m) {
    const bool measured = std::any_of(cells.begin(), cells.end(), [&](const auto& embedding) {
      return embedding[m] != not_there;
    });
    if (!measured) continue;
    std::vector<std::string> row = {names[m].title + (names[m].higher_is_better ? " ↑" : " ↓")};
    for (const auto& embedding : cells) row.push_back(embedding[m]);
    rows.push_back(row);
  }
  return markdown_table(rows);
}

}  // namespace dsne::tools
