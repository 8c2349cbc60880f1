#include "report/html.h"

#include "report/text.h"

namespace dsne::report {
namespace {

bool needs_no_encoding(char c) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  return plain.find(c) != std::string_view::npos;
}

}  // namespace

std::string html(std::string_view text) {
  std::string escaped;
  for (const char c : display_text(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string href(std::string_view file) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string link = "./";
  for (const char c : file) {
    if (needs_no_encoding(c)) {
      link += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      link += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return link;
}

}  // namespace dsne::report
