#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

#include "core/errors.h"
#include "data/cell.h"
#include "data/word_list.h"
#include "summary/covariates.h"

namespace dsne::summary {
namespace {

using Names = std::vector<std::string>;

/// Names that tell what a summary never tells (rule 11): diagnoses, verdicts, groups.
constexpr std::string_view telling_names =
    "diagnosis diagnoses diagnostic diag dx disease disorder patient patients patientstatus "
    "control controls iscontrol case cases casecontrol group groups label labels outcome verdict "
    "verdicts rating ratings rater qc exclude excluded included decision";

/// BIDS's words for sexes, in lower case.
constexpr std::string_view sexes = "f female m male";

constexpr std::size_t longest_word = 40;

/// Whether a word of the name, or all of them in one, is among telling_names.
bool tells_diagnosis(const std::string& name) {
  std::string text = data::joined_words(name);
  const auto is_telling = [](std::string_view word) { return data::lists(telling_names, word); };
  if (std::ranges::any_of(data::words_in(text, '_'), is_telling)) return true;
  std::erase(text, '_');
  return is_telling(text);
}

void check_name(const std::string& name) {
  const bool plain = is_covariate_name(name) && name.find('=') == std::string::npos;
  if (!plain) throw InputError("covariates: a covariate may not have this name");
  if (!tells_diagnosis(name)) return;
  throw InputError("covariates: " + name +
                   " names a diagnosis, a group or a verdict, and a summary carries no label");
}

bool is_missing(const std::string& cell) {
  return data::read_cell(cell).kind == data::CellKind::missing;
}

/// A word as a covariate tells it: BIDS's for sexes in one form.
std::string told_word(const std::string& cell, bool of_sexes) {
  std::string word = data::label_text(cell);
  if (!of_sexes) return word;
  return data::lower_case(word).starts_with('f') ? "F" : "M";
}

bool is_sex(const std::string& cell) {
  return is_missing(cell) || data::lists(sexes, data::lower_case(data::label_text(cell)));
}

/// Each cell's word, "" where it is missing.
Names words_of(const Names& cells) {
  const bool of_sexes = std::all_of(cells.begin(), cells.end(), &is_sex);
  Names words;
  words.reserve(cells.size());
  for (const std::string& cell : cells) {
    words.push_back(is_missing(cell) ? "" : told_word(cell, of_sexes));
  }
  return words;
}

bool is_told_word(const std::string& word) {
  return word.size() <= longest_word && word.find_first_of("/=") == std::string::npos;
}

/// 0 and 1 for two words. @param name as Covariates has it
Covariate of_words(const std::string& name, const Names& words, const Names& two) {
  Covariate covariate{name, {}};
  for (const std::string& word : words) {
    if (!word.empty() && word != two[0] && word != two[1]) {
      throw InputError("covariate " + covariate_base(name) +
                       " has other words than the summary tells of it");
    }
    covariate.values.push_back(word.empty()     ? std::numeric_limits<double>::quiet_NaN()
                               : word == two[1] ? 1
                                                : 0);
  }
  return covariate;
}

Covariate of_numbers(const std::string& name, const Names& cells, const data::NumberStyle& style) {
  Covariate covariate{name, {}};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const data::Cell cell = data::read_cell(cells[i], style);
    if (cell.kind == data::CellKind::text) {
      throw InputError("covariate " + name +
                       " has more than two different words: write numbers, or two words that are "
                       "the same at all sites, and leave the cells of others empty");
    }
    covariate.values.push_back(cell.kind == data::CellKind::number
                                   ? data::checked_value(cell.number, "covariate " + name, i + 1, 1)
                                   : std::numeric_limits<double>::quiet_NaN());
  }
  return covariate;
}

}  // namespace

std::string covariate_base(const std::string& name) { return name.substr(0, name.rfind('=')); }

Covariate covariate_of(const std::string& name, const Names& cells,
                       const data::NumberStyle& style) {
  check_name(name);
  const Names words = words_of(cells);
  std::set<std::string> different(words.begin(), words.end());
  different.erase("");
  const Names two(different.begin(), different.end());
  if (two.size() < 2) {
    throw InputError("covariate " + name + " is the same for all: it explains nothing");
  }
  if (two.size() > 2) return of_numbers(name, cells, style);
  if (!is_told_word(two[0]) || !is_told_word(two[1]) || !is_covariate_name(two[0] + two[1])) {
    throw InputError("covariate " + name + ": its words are too long, or have / or = in them");
  }
  return of_words(name + '=' + two[0] + '/' + two[1], words, two);
}

Covariate known_covariate(const std::string& name, const Names& cells,
                          const data::NumberStyle& style) {
  const std::size_t mark = name.rfind('=');
  if (mark == std::string::npos) return of_numbers(name, cells, style);
  const std::size_t between = name.rfind('/');
  return of_words(name, words_of(cells),
                  {name.substr(mark + 1, between - mark - 1), name.substr(between + 1)});
}

}  // namespace dsne::summary
