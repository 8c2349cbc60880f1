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

/// Returns whether it is a letter or a digit, or part of one beyond ASCII.
inline bool is_word_part(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80;
}

/// Returns the words of a name, as they are written: letters and digits between marks.
/// @param split_camel whether a capital letter behind a small one begins a word
inline std::vector<std::string_view> words_of(std::string_view name, bool split_camel = false) {
  std::vector<std::string_view> words;
  std::size_t begin = 0;
  const auto end_word = [&](std::size_t end) {
    if (end > begin) words.push_back(name.substr(begin, end - begin));
  };
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (!is_word_part(name[at])) {
      end_word(at);
      begin = at + 1;
    } else if (split_camel && at > begin &&
               std::isupper(static_cast<unsigned char>(name[at])) != 0 &&
               std::islower(static_cast<unsigned char>(name[at - 1])) != 0) {
      end_word(at);
      begin = at;
    }
  }
  end_word(name.size());
  return words;
}

/// Returns the name's words in lower case, joined by a mark or nothing, whatever separates them.
inline std::string joined_words(std::string_view name, std::string_view mark = "_") {
  std::string text;
  for (const std::string_view word : words_of(name)) {
    text.append(text.empty() ? "" : mark).append(lower_case(word));
  }
  return text;
}

/// Returns the name's letters and digits alone, in lower case.
inline std::string squeezed(std::string_view name) { return joined_words(name, ""); }

}  // namespace dsne::data
