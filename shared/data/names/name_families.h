#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/names/known_names.h"

namespace dsne::data {

// Families of names in names.txt, whose spellings say what stands for a member's words.

/// Returns whether a spelling is a family's.
bool is_family(std::string_view spelling);

/// Returns all spellings that a spelling's braces stand for; in a family, braces of single words
/// stay.
std::vector<std::string> expanded(const std::string& spelling, bool family);

/// Families of names, found by the first word where a family has one.
class Families {
 public:
  /// @param spelling expanded
  /// @param canonical the first spelling of its measure; empty if this is it
  void add(const std::string& spelling, const NameMeaning& meaning, std::string_view canonical);

  /// Returns the member with this name of the family that says most.
  std::optional<KnownName> find(const std::vector<std::string_view>& words,
                                const std::string& name) const;

  /// A word of a family's name, or what stands for words.
  struct Token {
    enum Kind { word, one_of, any_of, some, any } kind = word;
    /// Of one_of and any_of; else the word itself, with # for digits.
    std::vector<std::string_view> words;
  };

  struct Pattern {
    std::vector<Token> tokens;
    std::size_t letters = 0;  ///< how much it says
    const NameMeaning* meaning = nullptr;
    std::string_view canonical;
  };

 private:
  std::deque<std::string> spellings_;
  std::deque<Pattern> patterns_;
  std::unordered_map<std::string, std::vector<const Pattern*>> by_first_;
  std::vector<const Pattern*> others_;
};

}  // namespace dsne::data
