#pragma once

#include <boost/algorithm/string/case_conv.hpp>
#include <locale>
#include <string>
#include <string_view>

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

}  // namespace dsne::data
