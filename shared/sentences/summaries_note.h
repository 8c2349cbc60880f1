#pragma once

#include <optional>
#include <string>
#include <vector>

#include "summary/common_map.h"

namespace dsne::sentences {

/// Returns sentences about a map of summaries: what its dots are, and what it is not.
std::vector<std::string> map_sentences(const summary::CommonMap& map);

/// What a site shared: "Shared: your summary (60 rows, …)".
std::string shared_summary_sentence(const summary::Summary& summary);

/// Says whose the program's public scans are.
std::string public_scans_sentence();

/// Returns a sentence about how to read a map of summaries.
std::string summaries_reading_sentence();

/// Returns a sentence about what a shared summary discloses.
std::string summary_privacy_sentence();

/// Says that summaries of these sites have none of the rows that they had on an earlier map.
/// @return nothing for no site
std::optional<std::string> replaced_sentence(const std::vector<std::string>& sites);

/// The error of a run without any summary, with the command to type.
extern const char* const no_summaries;

}  // namespace dsne::sentences
