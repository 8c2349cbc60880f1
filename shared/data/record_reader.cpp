#include "data/record_reader.h"

#include <algorithm>

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

}  // namespace dsne::data
