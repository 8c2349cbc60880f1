#include "data/names/name_families.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "data/word_list.h"

namespace dsne::data {
namespace {

using View = std::string_view;
using Words = std::vector<View>;
using Pattern = Families::Pattern;
using Token = Families::Token;

bool fits_word(View pattern, View word) {
  if (pattern.size() != word.size()) return false;
  return std::equal(pattern.begin(), pattern.end(), word.begin(), [](char p, char w) {
    const auto byte = static_cast<unsigned char>(w);
    return p == '#' ? std::isdigit(byte) != 0 : p == static_cast<char>(std::tolower(byte));
  });
}

bool fits_any(const Words& patterns, View word) {
  return std::ranges::any_of(patterns, [&](View pattern) { return fits_word(pattern, word); });
}

/// The words that the pattern's first * stands for: the first one, and the one behind the last.
struct Member {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< 0 without a *
};

bool fits(const Pattern& pattern, std::size_t token, const Words& words, std::size_t at,
          Member& member) {
  if (token == pattern.tokens.size()) return at == words.size();
  const Token& next = pattern.tokens[token];
  if (next.kind == Token::word || next.kind == Token::one_of) {
    return at < words.size() && fits_any(next.words, words[at]) &&
           fits(pattern, token + 1, words, at + 1, member);
  }
  std::size_t end = at;
  if (next.kind == Token::some) ++end;
  for (; end <= words.size(); ++end) {
    if (next.kind == Token::any_of && end > at && !fits_any(next.words, words[end - 1]))
      return false;
    const bool is_member = next.kind == Token::some && member.end == 0;
    if (is_member) member = {at, end};
    if (fits(pattern, token + 1, words, end, member)) return true;
    if (is_member) member = {};
  }
  return false;
}

std::string joined_part(const Words& words, const Member& member) {
  std::string text;
  for (std::size_t w = member.begin; w < member.end; ++w) {
    text.append(text.empty() ? "" : "_").append(words[w]);
  }
  return text;
}

Token token_of(View text) {
  if (text == "*") return {Token::some, {}};
  if (text == "?") return {Token::any, {}};
  const bool list = text.front() == '{' || text.front() == '[';
  if (!list) return {Token::word, {text}};
  return {text.front() == '{' ? Token::one_of : Token::any_of,
          words_in(text.substr(1, text.size() - 2), '/')};
}

/// How many letters a word of these has at least.
std::size_t letters_of(const Words& words) {
  const auto letters = [](View word) {
    return word.size() - static_cast<std::size_t>(std::ranges::count(word, '#'));
  };
  return letters(*std::ranges::min_element(words, {}, letters));
}

/// The words of a pattern; "_" within braces separates none.
std::vector<Token> tokens_of(View pattern) {
  std::vector<Token> tokens;
  std::size_t begin = 0;
  std::size_t depth = 0;
  for (std::size_t at = 0; at <= pattern.size(); ++at) {
    const char c = at < pattern.size() ? pattern[at] : '_';
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c != '_' || depth > 0) continue;
    tokens.push_back(token_of(pattern.substr(begin, at - begin)));
    begin = at + 1;
  }
  return tokens;
}

/// The family that says most of those that a name fits.
struct BestFamily {
  const Pattern* family = nullptr;
  Member member;

  void take(const Pattern& other, const Words& words) {
    if (family != nullptr && other.letters <= family->letters) return;
    Member found;
    if (!fits(other, 0, words, 0, found)) return;
    family = &other;
    member = found;
  }

  std::optional<KnownName> known(const Words& words, const std::string& name) const {
    if (family == nullptr) return std::nullopt;
    KnownName result{family->meaning, name, "", ""};
    result.member = joined_part(words, member);
    if (!family->canonical.empty()) {
      result.name = family->canonical;
      result.name.replace(result.name.find('*'), 1, result.member);
    }
    result.key = squeezed(result.name);
    return result;
  }
};

}  // namespace

bool is_family(View spelling) { return spelling.find_first_of("*?#[") != View::npos; }

std::vector<std::string> expanded(const std::string& spelling, bool family) {
  const std::size_t open = spelling.find('{');
  if (open == std::string::npos) return {spelling};
  const std::size_t close = spelling.find('}', open);
  const View inside = View(spelling).substr(open + 1, close - open - 1);
  const bool stays = family && inside.find('_') == View::npos;
  const Words words =
      stays ? Words{View(spelling).substr(open, close + 1 - open)} : words_in(inside, '/');
  std::vector<std::string> all;
  for (const View word : words) {
    for (const std::string& rest : expanded(spelling.substr(close + 1), family)) {
      all.push_back(spelling.substr(0, open).append(word).append(rest));
    }
  }
  return all;
}

void Families::add(const std::string& spelling, const NameMeaning& meaning, View canonical) {
  Pattern& pattern = patterns_.emplace_back(
      Pattern{tokens_of(spellings_.emplace_back(spelling)), 0, &meaning, canonical});
  for (const Token& token : pattern.tokens) {
    const bool says = token.kind == Token::word || token.kind == Token::one_of;
    if (says) pattern.letters += letters_of(token.words);
  }
  const Token& first = pattern.tokens.front();
  const bool by_word = (first.kind == Token::word || first.kind == Token::one_of) &&
                       std::ranges::none_of(first.words, is_family);
  if (!by_word) others_.push_back(&pattern);
  if (by_word) {
    for (const View word : first.words) by_first_[std::string(word)].push_back(&pattern);
  }
}

std::optional<KnownName> Families::find(const Words& words, const std::string& name) const {
  if (words.empty()) return std::nullopt;
  BestFamily best;
  for (const Pattern* family : others_) best.take(*family, words);
  const auto begun = by_first_.find(lower_case(words.front()));
  if (begun != by_first_.end()) {
    for (const Pattern* family : begun->second) best.take(*family, words);
  }
  return best.known(words, name);
}

}  // namespace dsne::data
