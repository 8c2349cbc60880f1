#pragma once

#include <optional>
#include <string>

#include "run/reference/run_reference.h"

namespace dsne::sentences {

/// How a run came by its reference where nobody gave one, and what that gives away, in a sentence
/// for the reports.
/// @return nothing of a given reference, or of a map of summaries (map_sentences)
std::optional<std::string> reference_sentence(const run::RunReference& reference,
                                              const methods::Parameters& parameters);

}  // namespace dsne::sentences
