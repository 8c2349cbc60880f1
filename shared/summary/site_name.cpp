#include "summary/site_name.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/locale/utf.hpp>
#include <locale>
#include <optional>
#include <string_view>

#include "summary/public_map.h"

namespace dsne::summary {
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
