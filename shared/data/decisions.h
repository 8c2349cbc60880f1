#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "data/text_input.h"

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

}  // namespace dsne::data
