#include "core/phrases.h"

#include <algorithm>
#include <array>
#include <boost/format.hpp>
#include <cctype>
#include <cmath>
#include <ctime>

namespace dsne {

std::string counted(std::int64_t count, const std::string& one, const std::string& several) {
  return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

std::string counted(std::int64_t count, const std::string& noun) {
  return counted(count, noun, noun + "s");
}

std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
  return text;
}

std::string cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  text.resize(most);
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) text.pop_back();
  return text;
}

std::string in_words(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() < 2 || names.size() > most) return in_commas(names, most);
  return in_commas({names.begin(), names.end() - 1}, most) + " and " + names.back();
}

std::string in_commas(const std::vector<std::string>& items, std::size_t most) {
  const std::size_t shown = std::min(items.size(), most);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > shown) text += " and " + std::to_string(items.size() - shown) + " more";
  return text;
}

std::string rounded_down(double value) {
  return str(boost::format("%.1f") % (std::floor(value * 10) / 10));
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

}  // namespace dsne
