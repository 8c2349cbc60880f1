#include <array>
#include <cmath>
#include <cstdio>

#include "core/phrases.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

bool is_control(const std::string& text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20 || byte == 0x7F) return true;
  // U+0080 to U+009F control terminals, too.
  return byte == 0xC2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xA0;
}

std::string printed(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string with_commas(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace

std::string shown_text(const std::string& text, std::size_t most) {
  std::string shown;
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) ++end;
    if (++characters > most) return shown + "…";
    shown += is_control(text, at) ? "?" : text.substr(at, end - at);
    at = end;
  }
  return shown;
}

std::string shown_number(double value) {
  if (std::isnan(value)) return "";
  const double size = std::abs(value);
  if (size < 1e9 && (size >= 1000 || value == std::round(value))) {
    return with_commas(printed("%.0f", value));
  }
  return printed(size >= 100 && size < 1000 ? "%.4g" : "%.3g", value);
}

std::string counted(std::size_t count, const std::string& one, const std::string& several) {
  return with_commas(std::to_string(count)) + ' ' + (count == 1 ? one : several);
}

std::string listed(const std::vector<std::string>& items, std::size_t most) {
  // One more name is as short as the words that would replace it.
  return in_commas(items, items.size() == most + 1 ? items.size() : most);
}

std::string listed(const std::vector<std::size_t>& numbers, std::size_t most) {
  std::vector<std::string> items;
  items.reserve(numbers.size());
  for (const std::size_t number : numbers) items.push_back(std::to_string(number));
  return listed(items, most);
}

std::string sentence(std::string text) {
  for (const char* const word :
       {"the ", "different ", "bring ", "name ", "write ", "column ", "rows "}) {
    if (text.starts_with(word)) text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text + ".";
}

std::string factor_text(int power, const std::string& whose) {
  const std::string factor = shown_number(std::pow(10.0, std::abs(power)));
  return power > 0 ? "about " + factor + " times " + whose : "about 1/" + factor + " of " + whose;
}

std::string rows_text(const std::vector<std::size_t>& rows, std::size_t most) {
  return (rows.size() == 1 ? "row " : "rows ") + listed(rows, most);
}

}  // namespace dsne::tools::checking
