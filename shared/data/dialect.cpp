#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "data/text_layout.h"

namespace dsne::data {
namespace {

constexpr std::size_t rows_to_try = 40;

/// How well a delimiter splits the first rows.
struct Fit {
  std::size_t width = 0;  ///< the number of cells that most rows have
  double share = 0;       ///< of rows that have it, or one more or less at an end
  bool first_fits = false;
  bool whole = true;   ///< no row has a misplaced quote
  double exact = 0;    ///< of rows that have just the width
  double unclean = 0;  ///< of cells that are text with blanks or other delimiters inside
};

/// Returns whether a cell looks like several.
bool is_unclean(std::string_view cell) {
  return cell.find_first_of(" \t;,|") != std::string_view::npos &&
         read_cell(cell, NumberStyle{}).kind == CellKind::text &&
         read_cell(cell, NumberStyle{true}).kind == CellKind::text;
}

std::optional<Fit> try_delimiter(std::istream& in, char delimiter, const std::string& input) {
  RecordReader reader(in, delimiter, input);
  std::vector<std::size_t> widths;
  std::map<std::size_t, std::size_t> counts;
  Fit fit;
  std::size_t cells = 0;
  try {
    while (widths.size() < rows_to_try && reader.next_filled()) {
      const std::vector<std::string> row = reader.cells();
      widths.push_back(row.size());
      ++counts[filled_width(row) > 1 ? row.size() : 1];
      fit.unclean += static_cast<double>(std::ranges::count_if(row, is_unclean));
      cells += row.size();
    }
  } catch (const InputError&) {
    fit.whole = false;
  }
  if (widths.empty()) return std::nullopt;
  const auto most = std::ranges::max_element(
      counts, {}, [](const auto& count) { return std::pair(count.second, count.first); });
  fit.width = most->first;
  const auto fits = [&](std::size_t width) {
    return width + 1 >= fit.width && width <= fit.width + 1;
  };
  fit.share =
      static_cast<double>(std::ranges::count_if(widths, fits)) / static_cast<double>(widths.size());
  fit.unclean /= static_cast<double>(cells);
  fit.exact = static_cast<double>(most->second) / static_cast<double>(widths.size());
  fit.first_fits = widths.front() > 1 && fits(widths.front());
  return fit;
}

}  // namespace

char find_delimiter(const TextInput& text, char fallback, const std::string& input) {
  if (text.delimiter != 0) return text.delimiter;
  constexpr double enough = 0.5;
  constexpr double good = 1.5;
  char best = fallback;
  std::array<double, 3> best_score{};
  for (const char candidate : {'\t', ';', ',', '|', RecordReader::blanks}) {
    // Cells contain blanks, too: they delimit only if nothing else does, or if commas may be
    // decimal marks.
    const bool may_be_blanks =
        fallback == RecordReader::blanks && (best == ',' || best_score[0] < good);
    if (candidate == RecordReader::blanks && !may_be_blanks) continue;
    const auto fit = try_delimiter(*text, candidate, input);
    if (!fit || fit->width < 2 || fit->share < enough) continue;
    if (fit->width == 2 && !fit->first_fits) continue;
    // The first row distinguishes decimal commas and lists from delimiters.
    const std::array<double, 3> score = {
        (fit->share + (fit->first_fits ? 1 : 0)) / (fit->whole ? 1 : 4), fit->exact, -fit->unclean};
    // Where another mark splits as well, blanks stand inside its cells.
    const bool no_better =
        candidate == RecordReader::blanks && best != ',' && score[0] <= best_score[0];
    if (score > best_score && !no_better) {
      best_score = score;
      best = candidate;
    }
  }
  return best;
}

}  // namespace dsne::data
