#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/errors.h"
#include "data/text/text_input.h"

namespace dsne::data {

/// What a person decided of a scan.
struct Decision {
  std::string choice;  ///< "keep", "recheck", "exclude", another word, or ""
  std::string note;
};

/// Decisions by the scans' ids.
using Decisions = std::unordered_map<std::string, Decision>;

/// What a file of decisions holds.
struct SavedDecisions {
  Decisions by_id;
  std::string note;  ///< a sentence, if its end may be lost; else ""
};

/// The name under which a report saves its decisions.
inline constexpr const char* decisions_name = "decisions.csv";

/// Reads the CSV into which a report saves its decisions: the columns `id` and `decision`, and
/// `note` where it has one.
///
/// A file whose last line has no end may have been cut off while it was saved. Then that line is
/// left out unless it is a whole row.
/// @return nothing if the file has no columns of ids and decisions
/// @throws InputError as find_layout does
std::optional<SavedDecisions> read_decisions(const TextInput& text, const Source& source);

/// A rater's verdict on a scan.
enum class Verdict { none, accepted, excluded };

/// Reads a column of verdicts in any case. Excluded are exclude, excluded, exclusion, fail, failed,
/// bad, reject, rejected and -1; accepted are include, included, keep, accept, accepted, pass,
/// passed, good and ok; an empty cell and raters' doubts (recheck, doubtful, unsure) are none. If
/// the column has a -1, then 1 and 0 mean good and doubtful. Otherwise 0 and 1 have no meaning
/// unless `excluding` says which of them is "exclude".
/// @param words one per scan
/// @param excluding "0" or "1", or "" if not set
/// @param source names the column in errors, which hold none of its words
/// @throws InputError when words are no verdicts, with their number and the first one's position,
///   or when 0 and 1 have no stated meaning
std::vector<Verdict> read_verdicts(const std::vector<std::string>& words,
                                   const std::string& excluding, const Source& source);

/// The ids that a person's pages have shown, so that decisions stay with them and new ones are
/// marked when the table grows.
struct KnownIds {
  std::string key;                          ///< the browser's storage key for decisions
  std::vector<std::string> days;            ///< on which new ids came
  std::map<std::string, std::size_t> came;  ///< of each id: on which of these days, from 0

  /// Adds the ids that are not known. The first ones determine the key.
  /// @param kind of table, which the key begins with
  void add(const std::vector<std::string>& ids, const std::string& day, const std::string& kind);

  /// Returns which of these ids came last; empty where all known ids came at once.
  /// @pre all are known
  std::vector<bool> newest(const std::vector<std::string>& ids) const;

  /// Returns the day before the newest came; "" where all came at once.
  std::string since() const;

  /// Returns whether each id came on one of the days.
  bool is_whole() const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("key", self.key);
    visit("days", self.days);
    visit("scans", self.came);
  }
};

}  // namespace dsne::data
