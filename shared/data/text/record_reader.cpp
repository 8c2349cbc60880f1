#include "data/text/record_reader.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "data/text/text_layout.h"

namespace dsne::data {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// What DOS programs write at the end of a text (Ctrl-Z).
constexpr char dos_end = '\x1A';

bool is_padding(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

std::size_t filled_width(const std::vector<std::string>& cells) {
  std::size_t width = cells.size();
  while (width > 1 && cells[width - 1].empty()) --width;
  return width;
}

InputError width_error(const Source& source, std::size_t row, std::size_t width,
                       std::size_t columns) {
  return source.error("row " + std::to_string(row) + " has " + std::to_string(width) +
                      " instead of " + std::to_string(columns) + " columns");
}

std::vector<NumberedRow> first_rows(RecordReader reader, std::size_t most) {
  std::vector<NumberedRow> rows;
  while (rows.size() < most && reader.next()) {
    if (!reader.empty()) rows.push_back({reader.row(), reader.cells()});
  }
  return rows;
}

RecordReader::RecordReader(std::istream& in, char delimiter, const Source& source)
    : in_(in), delimiter_(delimiter), source_(source) {
  in_.clear();
  in_.seekg(0);
}

bool RecordReader::next() {
  cells_.clear();
  if (!read_line(text_)) return false;
  if (row_++ == 0 && text_.starts_with(byte_order_mark)) text_.erase(0, byte_order_mark.size());
  std::size_t at = skip_blanks(0);
  blank_ = at == text_.size();
  while (true) {
    const bool quoted = at < text_.size() && text_[at] == '"';
    at = skip_blanks(quoted ? read_quoted(at) : read_plain(at));
    if (at == text_.size()) return true;
    if (delimiter_ != blanks) at = skip_blanks(at + 1);
  }
}

bool RecordReader::next_filled() {
  while (next()) {
    if (!blank_) return true;
  }
  return false;
}

std::string_view RecordReader::operator[](std::size_t cell) const {
  return std::string_view(text_).substr(cells_[cell].begin, cells_[cell].length);
}

std::vector<std::string> RecordReader::cells() const {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < size(); ++c) texts.emplace_back((*this)[c]);
  return texts;
}

bool RecordReader::fits(std::size_t columns) const {
  return size() >= columns &&
         std::ranges::all_of(cells_.begin() + static_cast<std::ptrdiff_t>(columns), cells_.end(),
                             [](const Span& cell) { return cell.length == 0; });
}

bool RecordReader::read_line(std::string& line) {
  if (!std::getline(in_, line)) {
    if (in_.bad()) source_.refuse("cannot be read");
    return false;
  }
  if (line.ends_with(dos_end) && in_.peek() == std::char_traits<char>::eof()) {
    line.pop_back();
    if (line.empty()) return false;
  }
  if (line.find('\0') != std::string::npos) {
    source_.refuse("is not a text table (row " + std::to_string(row_ + 1) + " holds a NUL byte)");
  }
  return true;
}

std::size_t RecordReader::skip_blanks(std::size_t at) const {
  while (at < text_.size() && is_padding(text_[at]) && !(text_[at] == '\t' && delimiter_ == '\t'))
    ++at;
  return at;
}

std::size_t RecordReader::read_plain(std::size_t at) {
  std::size_t stop = at;
  if (delimiter_ == blanks) {
    while (stop < text_.size() && !is_padding(text_[stop])) ++stop;
  } else {
    stop = std::min(text_.find(delimiter_, at), text_.size());
  }
  std::size_t end = stop;
  while (end > at && is_padding(text_[end - 1])) --end;
  cells_.push_back({at, end - at});
  return stop;
}

// Takes the quotes out in place and returns where the text goes on behind the closing quote.
std::size_t RecordReader::read_quoted(std::size_t at) {
  const std::size_t begin = at + 1;
  std::size_t written = begin;
  std::size_t next = begin;
  while (true) {
    const std::size_t quote = find_quote(next);
    std::copy(text_.data() + next, text_.data() + quote, text_.data() + written);
    written += quote - next;
    next = quote + 1;
    if (next == text_.size() || text_[next] != '"') break;
    text_[written++] = '"';
    ++next;
  }
  cells_.push_back({begin, written - begin});
  const std::size_t following = skip_blanks(next);
  const bool separated = delimiter_ == blanks ? following > next : text_[following] == delimiter_;
  if (following != text_.size() && !separated) {
    source_.refuse("row " + std::to_string(row_) + ", column " + std::to_string(cells_.size()) +
                   ": text behind a closing quote");
  }
  return next;
}

// The next quote from `at` on, in this line or in one of those that follow, which are appended.
std::size_t RecordReader::find_quote(std::size_t at) {
  std::string line;
  std::size_t quote = text_.find('"', at);
  while (quote == std::string::npos) {
    if (!read_line(line)) {
      source_.refuse("row " + std::to_string(row_) + ", column " +
                     std::to_string(cells_.size() + 1) + ": a quote is not closed");
    }
    const std::size_t end = text_.size();
    text_ += '\n';
    text_ += line;
    quote = text_.find('"', end);
  }
  return quote;
}

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
