#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "data/text_layout.h"

namespace dsne::data {
namespace {

constexpr std::size_t rows_to_try = 40;

/// How well a delimiter splits the first rows; the first of these numbers that differ decide.
using Score = std::array<double, 3>;

/// Returns whether a cell looks like several.
bool is_unclean(std::string_view cell) {
  return cell.find_first_of(" \t;,|") != std::string_view::npos &&
         read_cell(cell, NumberStyle{}).kind == CellKind::text &&
         read_cell(cell, NumberStyle{true}).kind == CellKind::text;
}

/// Scores a delimiter; returns nothing if it does not split most of the first rows alike.
std::optional<Score> score_of(std::istream& in, char delimiter, const Source& source) {
  constexpr double enough = 0.5;
  RecordReader reader(in, delimiter, source);
  std::vector<std::size_t> widths;
  std::map<std::size_t, std::size_t> counts;
  std::ptrdiff_t cells = 0;
  std::ptrdiff_t unclean = 0;
  double misquoted = 1;
  try {
    while (widths.size() < rows_to_try && reader.next_filled()) {
      // A spreadsheet's empty rows split nothing.
      if (reader.empty()) continue;
      const std::vector<std::string> row = reader.cells();
      widths.push_back(row.size());
      ++counts[filled_width(row) > 1 ? row.size() : 1];
      unclean += std::ranges::count_if(row, is_unclean);
      cells += std::ssize(row);
    }
  } catch (const InputError&) {
    misquoted = 4;
  }
  if (widths.empty()) return std::nullopt;
  const auto most = std::ranges::max_element(
      counts, {}, [](const auto& count) { return std::pair(count.second, count.first); });
  const std::size_t usual = most->first;
  const auto fits = [usual](std::size_t width) { return width + 1 >= usual && width <= usual + 1; };
  const auto rows = static_cast<double>(widths.size());
  const double share = static_cast<double>(std::ranges::count_if(widths, fits)) / rows;
  const bool first_fits = widths.front() > 1 && fits(widths.front());
  if (usual < 2 || share < enough || (usual == 2 && !first_fits)) return std::nullopt;
  // The first row distinguishes decimal commas and lists from delimiters.
  return Score{(share + (first_fits ? 1 : 0)) / misquoted, static_cast<double>(most->second) / rows,
               -static_cast<double>(unclean) / static_cast<double>(cells)};
}

}  // namespace

char find_delimiter(const TextInput& text, char fallback, const Source& source) {
  if (text.delimiter != 0) return text.delimiter;
  constexpr double good = 1.5;
  char best = fallback;
  Score best_score{};
  for (const char candidate : {'\t', ';', ',', '|', RecordReader::blanks}) {
    // Cells contain blanks, too: they delimit only if nothing else does, or if commas may be
    // decimal marks.
    const bool may_be_blanks =
        fallback == RecordReader::blanks && (best == ',' || best_score[0] < good);
    if (candidate == RecordReader::blanks && !may_be_blanks) continue;
    const auto score = score_of(*text, candidate, source);
    // Where another mark splits as well, blanks stand inside its cells.
    const bool no_better =
        candidate == RecordReader::blanks && best != ',' && score && (*score)[0] <= best_score[0];
    if (score > best_score && !no_better) {
      best_score = *score;
      best = candidate;
    }
  }
  return best;
}

}  // namespace dsne::data
