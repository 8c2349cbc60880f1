#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"

namespace dsne::data {

/// A record that is kept.
struct NumberedRow {
  std::size_t row = 0;  ///< its number, from 1
  std::vector<std::string> cells;
};

/// Returns the number of a row's cells up to the last filled one.
std::size_t filled_width(const std::vector<std::string>& cells);

/// Returns an error about a row that is too long or too short.
InputError width_error(const Source& source, std::size_t row, std::size_t width,
                       std::size_t columns);

/// Reads a text table record by record, holding one record at a time.
///
/// A record is a line; a quoted cell may continue over several (RFC 4180). Blanks around a cell are
/// removed unless quoted. LF and CRLF end a line; a byte order mark is skipped.
class RecordReader {
 public:
  /// Delimiters besides the ordinary ones: comma, semicolon, tab.
  static constexpr char blanks = ' ';  ///< any number of spaces and tabs between two cells
  static constexpr char none = '\n';   ///< a line is one cell

  /// Begins at the start of the stream, which must outlive the reader.
  /// @param source how errors name the file
  RecordReader(std::istream& in, char delimiter, const Source& source);

  /// Reads the next record. @return false at the end of the file
  /// @throws InputError for a NUL byte, a quote that is not closed or followed by text, or a file
  ///   that cannot be read
  bool next();

  /// Reads up to the next record that is not blank.
  bool next_filled();

  std::size_t row() const { return row_; }            ///< the record's number, from 1
  std::size_t size() const { return cells_.size(); }  ///< the number of its cells, at least 1
  bool blank() const { return blank_; }  ///< whether it is an empty line: one empty cell

  /// Returns the text of a cell, valid until the next record is read.
  std::string_view operator[](std::size_t cell) const;
  std::vector<std::string> cells() const;  ///< all cells' texts
  /// Returns whether it has so many cells, and nothing behind them.
  bool fits(std::size_t columns) const;
  bool empty() const { return fits(0); }  ///< whether every cell is empty

 private:
  struct Span {
    std::size_t begin;
    std::size_t length;
  };

  bool read_line(std::string& line);
  std::size_t skip_blanks(std::size_t at) const;
  std::size_t read_plain(std::size_t at);
  std::size_t read_quoted(std::size_t at);
  std::size_t find_quote(std::size_t at);

  std::istream& in_;
  char delimiter_;
  Source source_;
  std::string text_;
  std::vector<Span> cells_;
  std::size_t row_ = 0;
  bool blank_ = false;
};

/// Returns a table's first `most` records of which some cell is filled.
std::vector<NumberedRow> first_rows(RecordReader reader, std::size_t most);

}  // namespace dsne::data
