#pragma once

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <cctype>
#include <locale>
#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// Returns the text in lower case, independent of the locale; letters beyond ASCII are unchanged.
inline std::string lower_case(std::string_view text) {
  return boost::algorithm::to_lower_copy(std::string(text), std::locale::classic());
}

/// Returns whether a word is in `words`, which are separated by blanks.
constexpr bool lists(std::string_view words, std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = words.find(word); at != std::string_view::npos;
       at = words.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
      return true;
  }
  return false;
}

/// Returns the words of such a list, or of one with other marks between them.
inline std::vector<std::string_view> words_in(std::string_view words, char mark = ' ') {
  std::vector<std::string_view> all;
  for (std::size_t end = 0; !words.empty(); words.remove_prefix(std::min(end + 1, words.size()))) {
    end = std::min(words.find(mark), words.size());
    all.push_back(words.substr(0, end));
  }
  return all;
}

/// Returns whether the text begins with one of these words and goes on behind it.
inline bool begins_with_any(std::string_view text, const std::vector<std::string_view>& words) {
  return std::ranges::any_of(words, [text](std::string_view word) {
    return text.size() > word.size() && text.starts_with(word);
  });
}

/// Returns the name in lower case, words joined by one "_" whatever separates them.
/// @param split_camel whether a capital letter behind a small one begins a word
inline std::string joined_words(std::string_view name, bool split_camel) {
  std::string text;
  char before = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool camel = split_camel && std::isupper(byte) != 0 &&
                       std::islower(static_cast<unsigned char>(before)) != 0;
    const bool is_part = std::isalnum(byte) != 0 || byte >= 0x80;
    if ((camel || !is_part) && !text.empty() && text.back() != '_') text += '_';
    if (is_part) text += static_cast<char>(std::tolower(byte));
    before = c;
  }
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text;
}

}  // namespace dsne::data
