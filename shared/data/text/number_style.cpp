#include "data/text/number_style.h"

#include <algorithm>
#include <cmath>

#include "data/missing.h"

namespace dsne::data {
namespace {

std::string_view without_unit(std::string_view text, std::string_view unit) {
  if (unit.empty()) return text;
  text = without_wide_blanks(text);
  text.remove_suffix(unit.size());
  return without_wide_blanks(text);
}

/// Whether a cell is a list of numbers in brackets, as MRIQC writes for several echoes.
bool is_list(std::string_view text) {
  return text.size() >= 2 && text.front() == '[' && text.back() == ']';
}

Cell mean_of_list(std::string_view text, const NumberStyle& style) {
  std::string_view inside = text.substr(1, text.size() - 2);
  double sum = 0;
  double count = 0;
  while (!inside.empty()) {
    const std::size_t end = std::min(inside.find_first_of(",; "), inside.size());
    const Cell item = read_cell(trimmed(inside.substr(0, end)), style);
    if (item.kind == CellKind::text) return {CellKind::text, 0};
    if (item.kind == CellKind::number) {
      sum += item.number;
      ++count;
    }
    inside.remove_prefix(std::min(end + 1, inside.size()));
  }
  return count > 0 ? Cell{CellKind::number, sum / count} : Cell{CellKind::missing, 0};
}

using Evidence = StyleEvidence;

/// Returns how a number without a unit is written; nothing for a text.
std::optional<Evidence::Writing> writing_of(std::string_view cell) {
  const CellKind kind = read_cell(cell).kind;
  if (kind == CellKind::number && cell.find_first_of(".'") == std::string_view::npos) {
    return Evidence::plain;
  }
  if (is_list(cell)) {
    const bool is_text = read_cell(cell, NumberStyle{}).kind == CellKind::text;
    return is_text ? std::nullopt : std::optional(Evidence::list);
  }
  const std::string written = trimmed(cell);
  const auto number = parse_number(written);
  if (!number) return kind == CellKind::number ? std::optional(Evidence::plain) : std::nullopt;
  const bool by_comma = number->separator == ",";
  const bool by_dot = number->separator == ".";
  if (number->groups == 0 || (!by_comma && !by_dot)) {
    if (number->mark == 0) return Evidence::plain;
    return number->mark == ',' ? Evidence::comma : Evidence::point;
  }
  if (number->groups > 1 || number->mark != 0) {
    return by_comma ? Evidence::thousands_comma : Evidence::thousands_point;
  }
  if (number->leading_zero || !number->rest.empty()) {
    return by_comma ? Evidence::comma : Evidence::point;
  }
  return by_comma ? Evidence::grouped_comma : Evidence::grouped_point;
}

/// The number of cells that only a decimal comma explains.
std::size_t commas(const Evidence::Writings& seen) {
  return seen[Evidence::comma].count + seen[Evidence::thousands_point].count;
}

}  // namespace

Cell read_cell(std::string_view text, const NumberStyle& style) {
  const Cell plain = read_cell(text);
  const bool may_be_grouped = style.decimal_comma && text.find('.') != std::string_view::npos;
  if (plain.kind != CellKind::text && !may_be_grouped) return plain;
  if (is_list(text)) return mean_of_list(text, style);
  const std::string cell = trimmed(text);
  if (cell != text && read_cell(cell).kind != CellKind::text && !may_be_grouped) {
    return read_cell(cell);
  }
  const auto number = parse_number(cell);
  if (!number) return plain;
  const char decimal = style.decimal_comma ? ',' : '.';
  const std::string_view thousands = style.decimal_comma ? "." : ",";
  const bool decimal_as_group = number->groups == 1 && number->separator[0] == decimal;
  if (decimal_as_group && number->mark == 0) {
    // What looks like one group behind the decimal mark is the fraction.
    const std::string digits = number->whole;
    const std::size_t split = digits.size() - 3;
    return read_cell(digits.substr(0, split) + '.' + digits.substr(split) +
                     std::string(number->rest));
  }
  if (number->groups > 0 && (number->separator == "," || number->separator == ".") &&
      number->separator != thousands) {
    return {CellKind::text, 0};
  }
  if (number->mark != 0 && number->mark != decimal) return {CellKind::text, 0};
  return read_cell(number->whole + (number->mark != 0 ? "." : "") + std::string(number->rest));
}

CellKind kind_of(const std::string& text) {
  const CellKind kind = read_cell(text, NumberStyle{}).kind;
  if (kind != CellKind::text) return kind;
  return unit_of(text).empty() ? read_cell(text, NumberStyle{true}).kind : CellKind::number;
}

Cell read_cell(std::string_view text, const NumberStyle& style, std::string_view unit) {
  if (unit.empty() || read_cell(text).kind == CellKind::missing) return read_cell(text, style);
  if (unit_of(text) != unit) return {CellKind::text, 0};
  return read_cell(without_unit(text, unit), style);
}

void StyleEvidence::add(std::string_view text, std::size_t row, std::size_t column) {
  if (column >= columns_.size()) return;
  const Cell plain_cell = read_cell(text);
  if (plain_cell.kind == CellKind::missing) return;
  Column& seen = columns_[column];
  const std::string_view unit =
      plain_cell.kind == CellKind::text ? unit_of(text) : std::string_view();
  const std::string_view cell = without_unit(text, unit);
  if (!is_whole(cell)) seen.all_whole = false;
  if (const auto writing = writing_of(cell)) {
    ++seen.numbers;
    seen.written[*writing].note(row);
    const double number = unit.empty() ? plain_cell.number : read_cell(cell).number;
    if (*writing == grouped_point) seen.grouped_sum += std::abs(number);
    if (*writing == plain && number != 0 && !is_missing_code(number)) {
      seen.plain_sum += std::abs(number);
      ++seen.plain_counted;
    }
    ++seen.units[std::string(unit)];
  } else {
    seen.begins_with_text |= seen.numbers + seen.texts == 0;
    ++seen.texts;
  }
}

std::string StyleEvidence::Column::unit() const {
  if (units.empty()) return "";
  // Of two that as many numbers have, the first one: none comes before all others.
  return std::ranges::max_element(units, {}, [](const auto& unit) { return unit.second; })->first;
}

bool StyleEvidence::Column::holds_numbers() const {
  return numbers > texts || (numbers == texts && numbers > 0 && !begins_with_text);
}

std::vector<ColumnKind> StyleEvidence::kinds() const {
  std::vector<ColumnKind> kinds;
  for (const Column& column : columns_) {
    ColumnKind kind;
    kind.filled = column.numbers + column.texts;
    if (kind.filled > 0) {
      kind.kind = column.holds_numbers() ? CellKind::number : CellKind::text;
    }
    if (kind.kind == CellKind::number) kind.unit = column.unit();
    kind.whole = kind.kind == CellKind::number && column.all_whole && kind.unit.empty();
    kind.lists = column.written[list].count > 0;
    kinds.push_back(kind);
  }
  return kinds;
}

bool StyleEvidence::Column::is_ambiguous(Writing grouped) const {
  return written[grouped].count > 0 && written[grouped].count == numbers;
}

bool StyleEvidence::Column::has_dots_for_thousands() const {
  constexpr double far = 30;  // a thousand, but for values of several sizes
  const std::size_t grouped = written[grouped_point].count;
  const bool only_these = grouped + written[plain].count == numbers;
  if (!only_these || grouped == 0 || plain_counted < 2) return false;
  return plain_sum / static_cast<double>(plain_counted) >
         far * grouped_sum / static_cast<double>(grouped);
}

NumberStyle StyleEvidence::decide(const Source& source) const {
  const char* const two_meanings =
      " that could stand for decimals or separate thousands: write numbers with decimal points and "
      "thousands without separators";
  Writings all;
  std::size_t comma_column = 0;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    if (!column.holds_numbers()) continue;
    if (commas(all) == 0 && commas(column.written) > 0) comma_column = c;
    for (std::size_t w = 0; w < writings; ++w) {
      all[w].note(column.written[w].row, column.written[w].count);
    }
  }
  const bool by_comma = commas(all) > 0;
  const bool by_point = all[point].count + all[thousands_comma].count > 0;
  if (by_comma && by_point) {
    source.refuse(all[all[comma].count > 0 ? comma : thousands_point].row, comma_column + 1,
                  "a decimal comma in a file that has decimal points, too: write all numbers "
                  "with decimal points");
  }
  NumberStyle style{by_comma, false};
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const Column& column = columns_[c];
    if (!column.holds_numbers()) continue;
    // A file whose commas separate thousands elsewhere does so here.
    const bool is_comma =
        all[thousands_comma].count == 0 && (by_comma   ? false
                                            : by_point ? column.is_ambiguous(grouped_comma)
                                                       : column.written[grouped_comma].count > 0);
    if (is_comma) {
      source.refuse(column.written[grouped_comma].row, c + 1,
                    std::string("a comma") + two_meanings);
    }
    const bool is_dot = by_comma
                            ? all[thousands_point].count == 0 && column.is_ambiguous(grouped_point)
                            : column.has_dots_for_thousands();
    if (is_dot) {
      source.refuse(column.written[grouped_point].row, c + 1, std::string("a dot") + two_meanings);
    }
    const auto [thousands, grouped] = by_comma ? std::pair(thousands_point, grouped_point)
                                               : std::pair(thousands_comma, grouped_comma);
    style.thousands |= column.written[thousands].count + column.written[grouped].count > 0;
  }
  return style;
}

}  // namespace dsne::data
