#include "report/text.h"

#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <boost/locale/encoding_utf.hpp>
#include <boost/locale/utf.hpp>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

namespace dsne::report {
namespace {

namespace utf = boost::locale::utf;

constexpr char32_t replacement = U'\uFFFD';
constexpr char32_t ellipsis = U'\u2026';

bool is_control(utf::code_point c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

std::u32string code_points(const std::string& text) {
  return boost::locale::conv::utf_to_utf<char32_t>(text);
}

/// Returns the label's value if it is a number, infinity otherwise: text follows all numbers.
double value_of(const std::string& label) {
  double value = 0;
  const char* const end = label.data() + label.size();
  const auto [stop, error] = std::from_chars(label.data(), end, value);
  const bool is_number = error == std::errc{} && stop == end && std::isfinite(value);
  return is_number ? value : std::numeric_limits<double>::infinity();
}

}  // namespace

std::string display_text(std::string_view text) {
  std::u32string shown;
  const char* byte = text.data();
  const char* const end = byte + text.size();
  while (byte != end) {
    const char* next = byte;
    const utf::code_point c = utf::utf_traits<char>::decode(next, end);
    const bool valid = c != utf::illegal && c != utf::incomplete;
    shown += !valid ? replacement : is_control(c) ? U' ' : static_cast<char32_t>(c);
    byte = valid ? next : byte + 1;
  }
  return boost::locale::conv::utf_to_utf<char>(shown);
}

Json display_texts(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(display_text(text));
  return list;
}

std::string shortened(const std::string& text, std::size_t length) {
  const std::u32string all = code_points(text);
  if (all.size() <= length) return text;
  const std::size_t tail = (length - 1) / 2;
  const std::size_t head = length - 1 - tail;
  return boost::locale::conv::utf_to_utf<char>(all.substr(0, head) + ellipsis +
                                               all.substr(all.size() - tail));
}

std::size_t character_count(const std::string& text) { return code_points(text).size(); }

std::string html(std::string_view text) {
  std::string escaped = display_text(text);
  for (const auto& [mark, name] :
       {std::pair{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}}) {
    boost::algorithm::replace_all(escaped, mark, name);
  }
  return escaped;
}

std::string href(std::string_view file) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string link = "./";
  for (const char c : file) {
    if (plain.find(c) != std::string_view::npos) {
      link += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      link += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return link;
}

double with_digits(double value, int digits) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.begin(), text.end(), value, std::chars_format::scientific, digits - 1).ptr;
  double result = 0;
  std::from_chars(text.begin(), end, result);
  return result;
}

Json rounded(const std::vector<double>& values, int digits) {
  Json json = Json::array();
  for (const double value : values) json.push_back(with_digits(value, digits));
  return json;
}

bool natural_less(const std::string& a, const std::string& b) {
  const int alphabetical = strverscmp(a.c_str(), b.c_str());
  return std::tuple(value_of(a), alphabetical, a) < std::tuple(value_of(b), 0, b);
}

}  // namespace dsne::report
