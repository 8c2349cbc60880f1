#include "run/site_name.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/case_conv.hpp>
#include <locale>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace dsne::run {
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

/// Returns how many bytes follow a lead byte, and the bits that it holds.
std::optional<std::pair<int, char32_t>> lead(unsigned char byte) {
  if (byte < 0x80) return std::pair(0, char32_t{byte});
  if ((byte & 0xE0U) == 0xC0) return std::pair(1, char32_t{byte & 0x1FU});
  if ((byte & 0xF0U) == 0xE0) return std::pair(2, char32_t{byte & 0x0FU});
  return std::nullopt;
}

/// Decodes a text's characters, up to the limit of is_site_name; returns nothing if it is not
/// UTF-8.
std::optional<std::u32string> characters(std::string_view text) {
  constexpr std::array<char32_t, 3> least = {0, 0x80, 0x800};
  std::u32string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = lead(static_cast<unsigned char>(text[i++]));
    if (!first) return std::nullopt;
    auto [more, character] = *first;
    for (int k = 0; k < more; ++k, ++i) {
      if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80) {
        return std::nullopt;
      }
      character = (character << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    if (character < least[static_cast<std::size_t>(more)]) return std::nullopt;
    result += character;
  }
  return result;
}

bool is_letter_or_digit(char32_t character) {
  return (character >= U'0' && character <= U'9') ||
         std::any_of(letters.begin(), letters.end(), [character](const Range& range) {
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
         name->back() != U' ' && std::all_of(name->begin(), name->end(), may_be_inside) &&
         !is_reference(text);
}

SiteNames distinct_names(const SiteNames& given) {
  SiteNames shown;
  std::set<std::string> taken;
  for (const auto& [site, name] : given) {
    if (!name.empty()) continue;
    shown[site] = site;
    taken.insert(site);
  }
  for (const auto& [site, name] : given) {
    if (name.empty()) continue;
    std::string distinct = name;
    for (int number = 2; !taken.insert(distinct).second; ++number) {
      distinct = name + " (" + std::to_string(number) + ")";
    }
    shown[site] = distinct;
  }
  return shown;
}

std::vector<std::string> shared_names(const SiteNames& shown) {
  std::set<std::string> names;
  for (const auto& [site, name] : shown) names.insert(name);
  std::vector<std::string> shared;
  for (const std::string& name : names) {
    if (names.contains(name + " (2)")) shared.push_back(name);
  }
  return shared;
}

}  // namespace dsne::run
