#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "data/cell.h"

namespace dsne::data {

/// The style of a file's numbers.
struct NumberStyle {
  bool decimal_comma = false;  ///< "1,5" means one and a half; dots, if any, separate thousands
  bool thousands = false;      ///< the other mark separates thousands in some number
};

/// The content of a text table's column, over all rows.
struct ColumnKind {
  CellKind kind = CellKind::missing;  ///< what most cells that are not missing are
  std::size_t filled = 0;             ///< how many cells are not missing
  bool whole = false;                 ///< of a number column: every number is whole
  bool lists = false;                 ///< a cell is a list of numbers in brackets
  std::string unit = {};  ///< of a number column: what stands behind its numbers (unit_of)
};

/// Parses the text of a cell like read_cell, in a file's style: with thousands separated by the
/// other mark, by blanks (also no-break and thin ones) or by apostrophes. A list of numbers in
/// brackets means its mean.
Cell read_cell(std::string_view text, const NumberStyle& style);

/// The same in a column whose numbers carry this unit, if any: without it a number is text.
Cell read_cell(std::string_view text, const NumberStyle& style, std::string_view unit);

/// Returns a cell's kind in either style of numbers.
CellKind kind_of(const std::string& text);

/// Counts how a file's cells are written, to decide on its style.
class StyleEvidence {
 public:
  /// @param columns how many there are
  explicit StyleEvidence(std::size_t columns) : columns_(columns) {}

  /// Counts a cell; the row is as in errors, the column counts from 0.
  void add(std::string_view text, std::size_t row, std::size_t column);

  /// Returns the style of all columns that are mostly numbers.
  /// @throws InputError naming a cell when the file uses both marks for decimals, or when a mark
  ///   could stand for decimals or separate thousands
  NumberStyle decide(const Source& source) const;

  /// Returns what each column holds.
  std::vector<ColumnKind> kinds() const;

  /// How a number is written.
  enum Writing : std::size_t {
    plain,            ///< 12, 1e5, with neither mark
    point,            ///< 0.53: a decimal point
    comma,            ///< 0,53: a decimal comma
    grouped_comma,    ///< 1,234: either
    grouped_point,    ///< 1.234: either
    thousands_comma,  ///< 1,234,567 or 1,234.5: commas between thousands
    thousands_point,  ///< 1.234.567 or 1.234,5: dots between thousands
    list,             ///< [1, 2]
    writings          ///< how many there are
  };

  struct Seen {
    std::size_t count = 0;
    std::size_t row = 0;  ///< of the first

    void note(std::size_t at, std::size_t cells = 1) {
      if (count == 0) row = at;
      count += cells;
    }
  };
  using Writings = std::array<Seen, writings>;

 private:
  struct Column {
    Writings written;                          ///< numbers, without their units
    std::map<std::string, std::size_t> units;  ///< how many numbers have each; "" for none
    std::size_t numbers = 0;
    std::size_t texts = 0;
    bool all_whole = true;  ///< every cell that is not missing is a whole number
    double plain_sum = 0;   ///< of the numbers without marks, codes for missing ones aside
    std::size_t plain_counted = 0;
    double grouped_sum = 0;         ///< of those with three digits behind a dot, read as decimals
    bool begins_with_text = false;  ///< its first cell that is not missing is text

    bool holds_numbers() const;
    /// The unit that most numbers have; "" for none.
    std::string unit() const;
    /// Whether one mark stands before three digits in every number, so that it could be either.
    bool is_ambiguous(Writing grouped) const;
    /// Whether numbers with three digits behind a dot lie a thousand times below the others, which
    /// have no dot: "987" and "1.023".
    bool has_dots_for_thousands() const;
  };

  std::vector<Column> columns_;
};

}  // namespace dsne::data
