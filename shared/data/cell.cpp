#include "data/cell.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <cctype>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>
#include <system_error>

#include "data/table.h"
#include "data/text/text_input.h"
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

/// No unit is a letter that ids end in, such as a or b.
constexpr std::array<std::string_view, 37> known_units = {
    "%",   "‰",   "mm", "mm2", "mm3", "mm^2", "mm^3", "mm²",  "mm³", "cm",    "cm2",  "cm3", "cm^3",
    "cm²", "cm³", "cc", "um",  "µm",  "μm",   "ml",   "mL",   "ms",  "s",     "sec",  "min", "Hz",
    "deg", "°",   "dB", "HU",  "ppm", "mg",   "kg",   "mm/s", "m/s", "mm2/s", "mm²/s"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::size_t digits_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

/// Whether digits from `at` on come in groups behind the separator, of three, or as in India of two
/// before the last three: "234", "234.567", "34,56,789".
/// @return where the groups end; nothing when they do not
std::optional<std::size_t> groups_end(std::string_view text, std::size_t at,
                                      std::string_view separator) {
  while (text.substr(at, separator.size()) == separator) {
    const std::size_t begin = at + separator.size();
    at = digits_end(text, begin);
    const bool two = at - begin == 2 && separator == "," && text.substr(at, 1) == separator;
    if (at - begin != 3 && !two) return std::nullopt;
  }
  return at < text.size() && is_digit(text[at]) ? std::nullopt : std::optional(at);
}

bool is_fraction(std::string_view rest) {
  std::size_t at = digits_end(rest, 0);
  if (at < rest.size() && (rest[at] == 'e' || rest[at] == 'E')) {
    ++at;
    if (at < rest.size() && (rest[at] == '+' || rest[at] == '-')) ++at;
    if (at == rest.size()) return false;
    at = digits_end(rest, at);
  }
  return at == rest.size();
}

/// Makes Japanese full-width digits and marks (U+FF01 to U+FF5E) plain ones.
void narrow(std::string& text) {
  for (std::size_t at = text.find('\xEF'); at != std::string::npos;
       at = text.find('\xEF', at + 1)) {
    if (at + 2 >= text.size()) return;
    const auto second = static_cast<unsigned char>(text[at + 1]);
    const auto third = static_cast<unsigned char>(text[at + 2]);
    if (second != 0xBC && second != 0xBD) continue;
    const unsigned int point = (second == 0xBC ? 0U : 0x40U) + (third & 0x3FU);
    if (point >= 1 && point <= 0x5E) text.replace(at, 3, 1, static_cast<char>(point + 0x20));
  }
}

/// Writes the exponent of 1.5D+03 as 1.5E+03.
void take_fortran_exponent(std::string& text) {
  const std::size_t at = text.find_first_of("dD");
  if (at == std::string::npos || at == 0 || at + 2 >= text.size()) return;
  const bool signed_digit = (text[at + 1] == '+' || text[at + 1] == '-') && is_digit(text[at + 2]);
  if (signed_digit && (is_digit(text[at - 1]) || text[at - 1] == '.')) text[at] = 'E';
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

std::string checked_text(std::string_view text, const Source& source, std::size_t row,
                         std::size_t column) {
  if (!is_utf8(text)) source.refuse(row, column, "not UTF-8 text");
  return std::string(text);
}

double checked_value(double value, const Source& source, std::size_t row, std::size_t column) {
  if (std::isinf(value)) source.refuse(row, column, "an infinity");
  if (std::abs(value) > largest_value) source.refuse(row, column, "too large");
  return value;
}

std::optional<WrittenNumber> parse_number(std::string_view text) {
  static constexpr std::array<std::string_view, 8> separators = {
      ",", ".", " ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89", "'", "\xE2\x80\x99"};
  WrittenNumber number;
  std::size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const std::size_t begin = at;
  at = digits_end(text, at);
  number.whole = std::string(text.substr(0, at));
  number.leading_zero = text.substr(begin, at - begin) == "0";
  if (at - begin >= 1 && at - begin <= 3) {
    for (const std::string_view separator : separators) {
      const auto end = groups_end(text, at, separator);
      if (!end || *end == at) continue;
      number.separator = separator;
      for (std::size_t i = at; i < *end; ++i) {
        if (is_digit(text[i])) {
          number.whole += text[i];
        } else if (text.substr(i, separator.size()) == separator) {
          ++number.groups;
        }
      }
      at = *end;
      break;
    }
  }
  // "256 256 192" is an image's size.
  if (number.separator == " " && number.groups > 1 && at - begin > 1 + 4 * number.groups) {
    return std::nullopt;
  }
  if (at < text.size() && (text[at] == ',' || text[at] == '.')) number.mark = text[at++];
  number.rest = text.substr(at);
  const bool fraction = !number.rest.empty() && is_digit(number.rest[0]);
  const bool digits = begin < digits_end(text, begin) ? fraction || number.mark != ','
                                                      : fraction && number.mark != 0;
  if (!digits || !is_fraction(number.rest)) return std::nullopt;
  return number;
}

std::string trimmed(std::string_view text) {
  std::string plain(without_wide_blanks(text));
  boost::algorithm::replace_all(plain, "\xE2\x88\x92", "-");
  narrow(plain);
  take_fortran_exponent(plain);
  // A spreadsheet's mark of text, or a pair of quotes.
  if (plain.size() > 1 && plain.front() == '\'') {
    plain.erase(0, 1);
    if (plain.back() == '\'') plain.pop_back();
  }
  return plain;
}

std::string_view without_wide_blanks(std::string_view text) {
  // Ordinary, no-break, figure, thin, narrow no-break and zero-width ones.
  static constexpr std::array<std::string_view, 8> blanks = {" ",
                                                             "\t",
                                                             "\xC2\xA0",
                                                             "\xE2\x80\x87",
                                                             "\xE2\x80\x89",
                                                             "\xE2\x80\xAF",
                                                             "\xE2\x80\x8B",
                                                             "\xEF\xBB\xBF"};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view blank : blanks) {
      if (text.starts_with(blank)) {
        text.remove_prefix(blank.size());
        again = true;
      } else if (text.ends_with(blank)) {
        text.remove_suffix(blank.size());
        again = true;
      }
    }
  }
  return text;
}

std::string_view unit_of(std::string_view text) {
  text = without_wide_blanks(text);
  std::string_view longest;
  for (const std::string_view unit : known_units) {
    if (unit.size() > longest.size() && text.ends_with(unit)) longest = unit;
  }
  if (longest.empty()) return {};
  const std::string_view number = text.substr(0, text.size() - longest.size());
  return parse_number(trimmed(number)) ? longest : std::string_view();
}

bool is_unit(std::string_view text) {
  return std::ranges::find(known_units, text) != known_units.end();
}

std::string plain_unit(std::string_view unit) {
  std::string plain(unit);
  const auto write = [&](const char* spelling, const char* as) {
    boost::algorithm::replace_all(plain, spelling, as);
  };
  for (const char* spelling : {"^2", "²"}) write(spelling, "2");
  for (const char* spelling : {"^3", "³"}) write(spelling, "3");
  for (const char* spelling : {"µ", "μ"}) write(spelling, "u");
  if (plain == "sec") return "s";
  if (plain == "°") return "deg";
  return lists("mL cc cm3", plain) ? "ml" : plain;
}

std::string stated_unit(std::string_view cell) {
  cell = without_wide_blanks(cell);
  const bool in_brackets = cell.size() > 2 && (cell.front() == '(' || cell.front() == '[');
  if (in_brackets) cell = cell.substr(1, cell.size() - 2);
  return is_unit(cell) ? plain_unit(cell) : "";
}

bool is_whole(std::string_view text) {
  const std::size_t mark = text.find_last_not_of('0');
  // Three zeros behind a comma are thousands.
  const bool decimals = mark != std::string_view::npos &&
                        (text[mark] == '.' || (text[mark] == ',' && text.size() - mark < 4));
  if (decimals) text = text.substr(0, mark);
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

}  // namespace dsne::data
