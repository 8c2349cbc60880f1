#pragma once

#include <optional>
#include <string>

#include "run/reference/run_reference.h"

namespace dsne::sentences {

/// Returns a sentence about how a run's reference was made, if nobody gave one, and what this
/// discloses.
/// @return nothing for a given reference or a map of summaries (map_sentences)
std::optional<std::string> reference_sentence(const run::RunReference& reference,
                                              const methods::Parameters& parameters);

}  // namespace dsne::sentences
