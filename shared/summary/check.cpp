#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/locale/utf.hpp>
#include <cmath>
#include <locale>
#include <optional>
#include <string_view>

#include "core/errors.h"
#include "data/cell.h"
#include "data/duplicates.h"
#include "data/table.h"
#include "data/text/text_input.h"
#include "data/word_list.h"
#include "summary/covariates.h"
#include "summary/public_map.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr double most_subjects = 1e7;

/// Half a unit of a share's last digit.
constexpr double share_tolerance = 5.1e-5;

/// Returns whether a name is one line of UTF-8, not empty, of at most `longest` bytes.
bool is_line(std::string_view name, std::size_t longest) {
  return !name.empty() && name.size() <= longest && data::is_utf8(name) &&
         std::none_of(name.begin(), name.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

std::string of_row(const std::string& input, Index row) {
  return input + ", summary row " + std::to_string(row + 1);
}

void check_row(const Summary& summary, Index row, const std::string& input) {
  const double count = summary.subjects(row);
  if (!(count >= least_subjects && count <= most_subjects)) {
    throw InputError(of_row(input, row) + " is not of 5 subjects or more");
  }
  if (count != std::floor(count)) {
    throw InputError(of_row(input, row) + ": the number of subjects must be a whole number");
  }
  if (!summary.excluded) return;
  const double share = (*summary.excluded)(row);
  if (!(share >= 1 / count - share_tolerance && share <= 1 - 1 / count + share_tolerance)) {
    throw InputError(of_row(input, row) + ": the share of excluded scans is out of range");
  }
}

void check_numbers(const Matrix& values, const std::string& input) {
  // Also rejects NaN.
  if (!(values.array().abs() <= data::largest_value).all()) {
    throw InputError(input + " holds a number that is not finite or too large");
  }
}

void check_spread(const RowVector& spread, const std::string& input) {
  check_numbers(spread, input);
  if ((spread.array() < 0).any()) throw InputError(input + " has a spread below 0");
}

void check_covariates(const Summary& summary, const std::string& input) {
  const Covariates& covariates = summary.covariates;
  const Index count = std::ssize(covariates.names);
  if (covariates.names.size() > most_covariates) {
    throw InputError(input + " has too many covariates");
  }
  if (count == 0) return;
  std::vector<std::string> bases;
  for (const std::string& name : covariates.names) {
    if (!is_covariate_name(name)) throw InputError(input + " has a covariate without a name");
    bases.push_back(covariate_base(name));
  }
  if (data::find_duplicate(bases)) throw InputError(input + " has a covariate twice");
  if (covariates.means.rows() != summary.means.rows() || covariates.means.cols() != count ||
      covariates.spread.size() != count || covariates.slopes.rows() != count ||
      covariates.slopes.cols() != summary.means.cols()) {
    throw InputError(input + ": the covariates are not those of its rows");
  }
  check_numbers(covariates.means, input);
  check_spread(covariates.spread, input);
  check_numbers(covariates.slopes, input);
}

}  // namespace

bool are_numbered(const std::vector<std::string>& names) {
  return names == data::numbered_names(names.size());
}

bool is_measure_name(std::string_view name) {
  constexpr std::size_t longest = 200;
  return is_line(name, longest) && !data::lists("row subjects excluded", name) &&
         !name.starts_with("covariate:") &&
         std::string_view("=+-@").find(name.front()) == std::string_view::npos;
}

bool is_covariate_name(std::string_view name) {
  constexpr std::size_t longest = 100;
  return is_line(name, longest);
}

void check_measures(const std::vector<std::string>& measures, const std::string& input) {
  if (measures.empty()) throw InputError(input + " has no measure");
  for (std::size_t i = 0; i < measures.size(); ++i) {
    if (!is_measure_name(measures[i])) {
      throw InputError(input + ": measure " + std::to_string(i + 1) +
                       " has a name that a measure may not have");
    }
  }
  if (const auto same = data::find_duplicate(measures)) {
    throw InputError(input + ": measures " + std::to_string(same->first + 1) + " and " +
                     std::to_string(same->second + 1) + " have the same name");
  }
}

void check_summary(const Summary& summary, const std::string& input) {
  if (summary.means.rows() == 0) throw InputError(input + " has no row");
  if (summary.means.rows() > most_rows) throw InputError(input + " has too many rows");
  check_numbers(summary.means, input);
  check_spread(summary.spread, input);
  check_covariates(summary, input);
  for (Index row = 0; row < summary.means.rows(); ++row) check_row(summary, row, input);
}

namespace {

constexpr std::size_t longest = 40;

struct Range {
  char32_t first, last;
};

constexpr std::array<Range, 10> letters = {{{U'A', U'Z'},
                                            {U'a', U'z'},
                                            {0xC0, 0xD6},
                                            {0xD8, 0xF6},
                                            {0xF8, 0x24F},
                                            {0x386, 0x3FF},
                                            {0x400, 0x481},
                                            {0x3041, 0x30FA},
                                            {0x4E00, 0x9FFF},
                                            {0xAC00, 0xD7A3}}};

/// Decodes a text's characters; returns nothing if it is not UTF-8.
std::optional<std::u32string> characters(const std::string& text) {
  namespace utf = boost::locale::utf;
  std::u32string result;
  for (auto next = text.begin(); next != text.end();) {
    const utf::code_point character = utf::utf_traits<char>::decode(next, text.end());
    if (!utf::is_valid_codepoint(character)) return std::nullopt;
    result += static_cast<char32_t>(character);
  }
  return result;
}

bool is_letter_or_digit(char32_t character) {
  return (character >= U'0' && character <= U'9') ||
         std::ranges::any_of(letters, [character](const Range& range) {
           return character >= range.first && character <= range.last;
         });
}

bool may_be_inside(char32_t character) {
  return is_letter_or_digit(character) ||
         std::u32string_view(U" ._()-").find(character) != std::u32string_view::npos;
}

bool is_reference(const std::string& text) {
  return boost::algorithm::to_lower_copy(text, std::locale::classic()) == "reference";
}

}  // namespace

bool is_site_name(const std::string& text) {
  const auto name = characters(text);
  return name && !name->empty() && name->size() <= longest && is_letter_or_digit(name->front()) &&
         name->back() != U' ' && std::ranges::all_of(*name, may_be_inside) && !is_reference(text) &&
         !is_public_site(text);
}

}  // namespace dsne::summary
