#include "core/json_text.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace dsne {
namespace {

/// Shorter strings are left to the library, which looks at each character.
constexpr std::size_t long_text = 64;

/// Returns whether a JSON text needs no escapes: ASCII, no quote, backslash or control character.
bool is_plain(std::string_view text) {
  // Works on bytes and has no early exit, so that compilers vectorize it.
  unsigned char other = 0;
  for (const char character : text) {
    const auto c = static_cast<unsigned char>(character);
    other |= static_cast<unsigned char>((c < ' ') | (c > '~') | (c == '"') | (c == '\\'));
  }
  return other == 0;
}

bool is_long_and_plain(std::string_view text) { return text.size() >= long_text && is_plain(text); }

/// Returns the position of the closing quote of the string that begins at `quote`, or the text's
/// end.
std::size_t end_of_string(std::string_view text, std::size_t quote) {
  std::size_t from = quote + 1;
  for (;;) {
    const std::size_t end = text.find('"', from);
    if (end == std::string_view::npos) return text.size();
    std::size_t backslashes = 0;
    while (text[end - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return end;
    from = end + 1;
  }
}

/// Returns whether a string is followed by a colon, that is, names a member.
bool names_member(std::string_view text, std::size_t end_of_string) {
  const std::size_t next = text.find_first_not_of(" \t\r\n", end_of_string + 1);
  return next != std::string_view::npos && text[next] == ':';
}

/// A string that was cut out of a document.
struct LeftOut {
  std::size_t number = 0;  ///< counts all strings before it, names included
  std::string_view text;
};

/// A document with its long plain strings emptied.
struct Shortened {
  std::string text;
  std::vector<LeftOut> left_out;
};

/// Empties the long plain strings. A plain string may hold anything, so the short text is JSON if
/// and only if the whole one is, with the same strings in the same order.
Shortened shortened(std::string_view text) {
  Shortened result;
  std::size_t copied = 0;
  std::size_t number = 0;
  for (std::size_t quote = text.find('"'); quote < text.size(); ++number) {
    const std::size_t end = end_of_string(text, quote);
    const std::string_view content = text.substr(quote + 1, end - quote - 1);
    if (is_long_and_plain(content) && !names_member(text, end)) {
      result.text.append(text.substr(copied, quote + 1 - copied));
      result.left_out.push_back({number, content});
      copied = end;
    }
    quote = text.find('"', end + 1);
  }
  result.text.append(text.substr(std::min(copied, text.size())));
  return result;
}

void append(const std::string& text, std::string& out) {
  if (is_plain(text)) {
    out.append(1, '"').append(text).append(1, '"');
  } else {
    out += Json(text).dump(-1, ' ', true);
  }
}

bool holds_text(const Json& array) {
  return std::ranges::any_of(
      array, [](const Json& item) { return item.is_structured() || item.is_string(); });
}

void append(const Json& value, std::string& out) {
  char before = '{';
  if (value.is_string()) {
    append(value.get_ref<const std::string&>(), out);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.items()) {
      out += std::exchange(before, ',');
      append(name, out);
      out += ':';
      append(item, out);
    }
    out += value.empty() ? "{}" : "}";
  } else if (value.is_array() && holds_text(value)) {
    before = '[';
    for (const Json& item : value) {
      out += std::exchange(before, ',');
      append(item, out);
    }
    out += ']';
  } else {
    out += value.dump(-1, ' ', true);
  }
}

}  // namespace

bool nests_too_deeply(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '{') {
      if (++depth > max_nested) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == '"') {
      i = end_of_string(text, i);
    }
  }
  return false;
}

std::optional<Json> parse_json(std::string_view text) {
  const Shortened document = shortened(text);
  auto next = document.left_out.begin();
  std::size_t number = 0;
  const auto put_back = [&](int, Json::parse_event_t event, Json& value) {
    const bool is_text = event == Json::parse_event_t::value && value.is_string();
    if (is_text && next != document.left_out.end() && next->number == number) {
      value = std::string(next->text);
      ++next;
    }
    if (is_text || event == Json::parse_event_t::key) ++number;
    return true;
  };
  Json parsed = Json::parse(document.text, put_back, false);
  if (parsed.is_discarded()) return std::nullopt;
  return parsed;
}

std::string to_ascii(const Json& document) {
  std::string text;
  append(document, text);
  return text;
}

}  // namespace dsne
