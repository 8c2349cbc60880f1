#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/json.h"

namespace dsne::methods {

// What the owner of a run can set. A struct of options has a function `list`, which names each with
// its meaning, what it changes and what it may be. Reading, checking and writing, compspec.json and
// docs/parameters.md come from there.

/// What an option means and may be.
struct ParameterRule {
  std::string name;
  std::string text;                 ///< a sentence for everyone who sets it
  std::string change;               ///< when to change it, in Markdown
  Json standard;                    ///< the default
  bool whole = false;               ///< a number without a fraction
  double least = 0, most = 0;       ///< a number's range, both ends included
  std::vector<std::string> values;  ///< a word's choices; empty for numbers
};

/// Collects the options of structs, which must outlive it.
class OptionList {
 public:
  /// An option of a struct.
  struct Option {
    ParameterRule rule;                    ///< `standard` is the member's present value
    std::function<void(const Json&)> set;  ///< to a value that follows the rule
  };

  template <typename T>
  using Choices = std::vector<std::pair<std::string, T>>;

  /// Adds a number. A member that is no number is made from one, and has a function `number`.
  template <typename T>
  void number(const char* name, T& member, double least, double most, const char* text,
              const char* change) {
    if constexpr (std::is_arithmetic_v<T>) {
      all_.push_back(
          {{name, text, change, member, std::is_integral_v<T>, least, most, {}},
           [&member](const Json& value) { member = static_cast<T>(value.get<double>()); }});
    } else {
      all_.push_back({{name, text, change, member.number(), false, least, most, {}},
                      [&member](const Json& value) { member = T(value.get<double>()); }});
    }
  }

  /// Adds a choice between words.
  template <typename T>
  void choice(const char* name, T& member, const std::type_identity_t<Choices<T>>& choices,
              const char* text, const char* change) {
    ParameterRule rule{name, text, change, {}, false, 0, 0, {}};
    for (const auto& [word, value] : choices) {
      if (value == member) rule.standard = word;
      rule.values.push_back(word);
    }
    all_.push_back({rule, [&member, choices](const Json& given) {
                      for (const auto& [word, value] : choices) {
                        if (given == word) member = value;
                      }
                    }});
  }

  const std::vector<Option>& all() const { return all_; }

 private:
  std::vector<Option> all_;
};

/// Returns names with those of a struct's options behind them.
template <typename Options>
std::vector<std::string> with_own(std::vector<std::string> names) {
  Options options;
  OptionList list;
  options.list(list);
  for (const OptionList::Option& option : list.all()) names.push_back(option.rule.name);
  return names;
}

}  // namespace dsne::methods
