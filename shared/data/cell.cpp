#include "data/cell.h"

#include <cctype>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>
#include <system_error>

#include "data/table.h"
#include "data/unicode_name.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// An error of a spreadsheet in any language: "#N/A", "#DIV/0!", "#WERT!", "#NAME?", "Err:502".
bool is_spreadsheet_error(std::string_view text) {
  if (text.starts_with("Err:")) return true;
  if (text.size() < 3 || text.front() != '#') return false;
  return text.back() == '!' || text.back() == '?' || lists("#na #nv #n/d", lower_case(text)) ||
         lower_case(text).starts_with("#n/a");
}

bool is_missing_word(std::string_view text) {
  constexpr std::size_t longest = 16;
  if (text.empty()) return true;
  const char first = text[text.size() > 1 && text[0] == '-' ? 1 : 0];
  const bool number = first >= '0' && first <= '9' && text.find('#') == std::string_view::npos;
  if (number || text.size() > longest) return false;
  // Stata's extended missing values.
  if (text.size() == 2 && text[0] == '.' &&
      std::isalpha(static_cast<unsigned char>(text[1])) != 0) {
    return true;
  }
  return lists(
             "na n/a n.a. n.a n/d nd n/v <na> null (null) nil none nat . .. - -- --- ? ?? "
             "\xE2\x80\x93 "
             "\xE2\x80\x94 \\n missing #n/a 1.#ind -1.#ind 1.#qnan -nan(ind) nan(ind) -1.#qnan",
             lower_case(text)) ||
         is_spreadsheet_error(text);
}

/// Returns whether a text means a missing label: "none" and "-" may be labels.
bool is_missing_label(std::string_view text) {
  return text.empty() || lists("NA N/A n/a null None #N/A <NA>", text);
}

// std::from_chars does not say whether such a number is too large or too small.
double out_of_range_number(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double value = 0;
  const bool too_large = !(stream >> value);
  return too_large ? std::copysign(HUGE_VAL, value) : value;
}

}  // namespace

Cell read_cell(std::string_view text) {
  if (is_missing_word(text)) return {CellKind::missing, 0};
  std::string_view digits = text;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  const char* const end = digits.data() + digits.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (stop != end || error == std::errc::invalid_argument) return {CellKind::text, 0};
  if (error == std::errc::result_out_of_range) value = out_of_range_number(digits);
  if (std::isnan(value)) return {CellKind::missing, 0};
  return {CellKind::number, value};
}

std::string label_text(std::string_view text) {
  const Cell cell = read_cell(text);
  if (is_missing_label(text) || (cell.kind == CellKind::missing && !is_missing_word(text))) {
    return {};
  }
  const bool whole = cell.kind == CellKind::number && std::abs(cell.number) < exact_limit &&
                     cell.number == std::trunc(cell.number);
  return whole ? std::to_string(static_cast<long long>(cell.number)) : std::string(text);
}

std::string checked_text(std::string_view text, const std::string& input, std::size_t row,
                         std::size_t column) {
  if (!is_utf8(text)) throw cell_error(input, row, column, "not UTF-8 text");
  return std::string(text);
}

InputError cell_error(const std::string& input, std::size_t row, std::size_t column,
                      std::string_view what) {
  return InputError(input + " row " + std::to_string(row) + ", column " + std::to_string(column) +
                    ": " + std::string(what));
}

double checked_value(double value, const std::string& input, std::size_t row, std::size_t column) {
  if (std::isinf(value)) throw cell_error(input, row, column, "an infinity");
  if (std::abs(value) > largest_value) throw cell_error(input, row, column, "too large");
  return value;
}

}  // namespace dsne::data
