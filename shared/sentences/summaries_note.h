#pragma once

#include <string>
#include <vector>

#include "summary/common_map.h"

namespace dsne::sentences {

/// What the reports say of a map of summaries: what its dots are, and what it is not.
std::vector<std::string> map_sentences(const summary::CommonMap& map);

/// What a site shared: "Shared: your summary (60 rows, …)".
std::string shared_summary_sentence(const summary::Summary& summary);

/// What a map of summaries means and what it does not.
std::string summaries_reading_sentence();

/// What no guarantee covers in a run on summaries.
std::string summary_privacy_sentence();

/// What a run tells that has no summaries to make a map of: the command to type.
extern const char* const no_summaries;

}  // namespace dsne::sentences
