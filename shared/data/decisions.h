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

/// The name under which a report saves its decisions.
inline constexpr const char* decisions_name = "decisions.csv";

/// Reads the CSV into which a report saves its decisions: the columns `id` and `decision`, and
/// `note` where it has one.
/// @return nothing if the file has no columns of ids and decisions
/// @throws InputError as find_layout does
std::optional<Decisions> read_decisions(const TextInput& text, const Source& source);

}  // namespace dsne::data
