#include "data/known_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <deque>
#include <set>
#include <unordered_map>
#include <utility>

#include "data/cell.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using View = std::string_view;
using Words = std::vector<View>;

/// A word of a family's name, or what stands for words.
struct Token {
  enum Kind { word, one_of, any_of, some, any } kind = word;
  Words words;  ///< of one_of and any_of; else the word itself, with # for digits
};

struct Pattern {
  std::vector<Token> tokens;
  std::size_t letters = 0;  ///< how much it says
  const NameMeaning* meaning = nullptr;
  View canonical;  ///< the first spelling of its measure; empty if this is it
};

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

bool is_family(View spelling) { return spelling.find_first_of("*?#[") != View::npos; }

/// All spellings that a spelling's braces stand for; in a family, braces of single words stay.
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

double number_of(View text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::optional<ValueRange> range_of(View text) {
  const std::size_t dots = text.find("..");
  if (dots == View::npos) return std::nullopt;
  ValueRange range;
  if (dots > 0) range.low = number_of(text.substr(0, dots));
  if (dots + 2 < text.size()) range.high = number_of(text.substr(dots + 2));
  return range;
}

/// The kinds of columns that are no measures.
constexpr View other_kinds =
    "person-only person id code scan file part modality session task acq ce rec dir scan-number "
    "run echo "
    "row-number maybe-row-number background regressor";

NameMeaning meaning_of(const Words& cells) {
  const auto cell = [&](std::size_t c) { return c < cells.size() ? cells[c] : View(); };
  NameMeaning meaning;
  meaning.kind = cell(0);
  meaning.unit = cell(2);
  meaning.possible = range_of(cell(3)).value_or(ValueRange());
  if (!cell(4).empty()) meaning.none = number_of(cell(4));
  meaning.list = cell(5);
  meaning.usual = range_of(cell(6));
  meaning.when_low = cell(7);
  meaning.when_high = cell(8);
  meaning.shown = cell(9);
  meaning.is_measure = !lists(other_kinds, meaning.kind);
  return meaning;
}

/// Families of names, found by the first word where a family has one.
class Families {
 public:
  void add(Pattern pattern) {
    const Token& first = pattern.tokens.front();
    const bool by_word = (first.kind == Token::word || first.kind == Token::one_of) &&
                         std::ranges::none_of(first.words, is_family);
    patterns_.push_back(std::move(pattern));
    const Pattern* const added = &patterns_.back();
    if (!by_word) others_.push_back(added);
    if (by_word) {
      for (const View word : added->tokens.front().words)
        by_first_[std::string(word)].push_back(added);
    }
  }

  /// The member with this name of the family that says most.
  std::optional<KnownName> find(const Words& words, const std::string& name) const {
    if (words.empty()) return std::nullopt;
    Found best;
    for (const Pattern* family : others_) best.take(*family, words);
    const auto begun = by_first_.find(lower_case(words.front()));
    if (begun != by_first_.end()) {
      for (const Pattern* family : begun->second) best.take(*family, words);
    }
    return best.known(words, name);
  }

 private:
  struct Found {
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

  std::deque<Pattern> patterns_;
  std::unordered_map<std::string, std::vector<const Pattern*>> by_first_;
  std::vector<const Pattern*> others_;
};

/// names.txt, read once.
class Dictionary {
 public:
  Dictionary() {
    for (const View line : words_in(names_table, '\n')) {
      if (line.empty() || line.front() == '#') continue;
      Words cells = words_in(line, '|');
      for (View& cell : cells) cell = without_wide_blanks(cell);
      add(cells);
    }
  }

  std::optional<KnownName> find(const std::string& name) const {
    if (const auto written = by_case_.find(name); written != by_case_.end()) return written->second;
    const std::string key = squeezed(name);
    if (const auto exact = exact_.find(key); exact != exact_.end()) {
      KnownName known = exact->second;
      const bool renames = known.meaning->kind == "freesurfer" || known.key != key;
      if (!renames) known.name = name;
      return known;
    }
    const Words words = words_of(name);
    if (auto member = families_.find(words, name)) return member;
    const Words split = words_of(name, true);
    return split.size() == words.size() ? std::nullopt : families_.find(split, name);
  }

  bool is_regressor(const std::string& name) const {
    return regressors_.find(words_of(name), name).has_value();
  }

  bool is_geometry(const std::string& name) const { return geometry_.contains(squeezed(name)); }

  const std::vector<Total>& totals() const { return totals_; }

 private:
  void add(const Words& cells) {
    const Words measures = words_in(cells.at(1), ',');
    if (cells[0] == "geometry") {
      for (const View measure : measures) geometry_.insert(squeezed(measure));
      return;
    }
    if (cells[0] == "sum" || cells[0] == "mean") {
      Total& total = totals_.emplace_back(Total{cells[0] == "mean", {}, {}});
      for (const View measure : measures) total.parts.emplace_back(without_wide_blanks(measure));
      total.name = std::move(total.parts.front());
      total.parts.erase(total.parts.begin());
      return;
    }
    const NameMeaning& meaning = meanings_.emplace_back(meaning_of(cells));
    for (const View measure : measures) {
      const Words spellings = words_in(without_wide_blanks(measure));
      for (const View spelling : spellings) {
        add_spelling(spelling, spellings.front(), meaning);
      }
    }
  }

  void add_spelling(View spelling, View canonical, const NameMeaning& meaning) {
    const bool family = meaning.kind == "regressor" || is_family(spelling);
    const bool is_first = spelling == canonical;
    for (const std::string& name : expanded(std::string(spelling), family)) {
      if (family) {
        const bool respells = !is_first && canonical.find('*') != View::npos;
        add_family(name, respells ? canonical : View(), meaning);
      } else {
        add_name(is_first ? name : std::string(canonical), name, meaning);
      }
    }
  }

  void add_name(const std::string& canonical, const std::string& name, const NameMeaning& meaning) {
    const std::size_t mark = meaning.kind == "mriqc" ? canonical.find('_') : std::string::npos;
    const KnownName known{&meaning, canonical, squeezed(canonical),
                          canonical.substr(mark == std::string::npos ? 0 : mark + 1)};
    const auto [same, is_new] = exact_.emplace(squeezed(name), known);
    // CAT12's lPut beside ENIGMA's Lput: of another program, in another unit.
    const bool other = !is_new && same->second.meaning->unit != meaning.unit;
    if (other) by_case_.emplace(name, KnownName{&meaning, name, name, ""});
  }

  void add_family(const std::string& spelling, View canonical, const NameMeaning& meaning) {
    Pattern pattern{tokens_of(spellings_.emplace_back(spelling)), 0, &meaning, canonical};
    for (const Token& token : pattern.tokens) {
      const bool says = token.kind == Token::word || token.kind == Token::one_of;
      if (says) pattern.letters += letters_of(token.words);
    }
    (meaning.kind == "regressor" ? regressors_ : families_).add(std::move(pattern));
  }

  std::deque<NameMeaning> meanings_;
  std::deque<std::string> spellings_;
  std::unordered_map<std::string, KnownName> exact_;
  std::unordered_map<std::string, KnownName> by_case_;  ///< names that exact_ has of another unit
  Families families_;
  Families regressors_;
  std::set<std::string> geometry_;
  std::vector<Total> totals_;
};

const Dictionary& dictionary() {
  static const Dictionary names;
  return names;
}

/// What stands behind QAP's "anat_" and "func_".
std::string without_kind(const std::string& name) {
  const std::string lower = lower_case(name);
  for (const View prefix : {"anat", "func", "anatomical", "functional"}) {
    const bool begins = lower.starts_with(prefix) && name.size() > prefix.size() + 1 &&
                        View("_-. ").find(name[prefix.size()]) != View::npos;
    if (begins) return name.substr(prefix.size() + 1);
  }
  return "";
}

/// What stands behind R's X before a digit, UK Biobank's "participant.", or a form's name and a
/// comma.
std::string without_prefix(const std::string& name) {
  const bool by_r =
      name.size() > 1 && name[0] == 'X' && std::isdigit(static_cast<unsigned char>(name[1])) != 0;
  if (by_r) return name.substr(1);
  constexpr View entity = "participant.";
  if (name.starts_with(entity)) return name.substr(entity.size());
  const std::size_t comma = name.rfind(',');
  return comma == std::string::npos ? "" : name.substr(comma + 1);
}

}  // namespace

std::optional<KnownName> known_name(const std::string& name) {
  if (auto known = dictionary().find(name)) return known;
  if (const std::string rest = without_prefix(name); !rest.empty()) return dictionary().find(rest);
  const std::string rest = without_kind(name);
  auto known = rest.empty() ? std::nullopt : dictionary().find(rest);
  if (known) known->name = name;
  return known;
}

std::optional<KnownName> known_measure(const std::string& name) {
  auto known = known_name(name);
  return known && known->meaning->is_measure ? known : std::nullopt;
}

bool is_geometry(const std::string& name) { return dictionary().is_geometry(name); }

bool is_regressor(const std::string& name) { return dictionary().is_regressor(name); }

const std::vector<Total>& known_totals() { return dictionary().totals(); }

}  // namespace dsne::data
