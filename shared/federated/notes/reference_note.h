#pragma once

#include <optional>
#include <string>

#include "federated/reference/run_reference.h"

namespace dsne::federated {

/// How a run came by its reference where nobody gave one, and what that gives away, in a sentence
/// for the reports.
/// @return nothing of a given reference, or of a map of summaries (map_sentences)
std::optional<std::string> reference_sentence(const RunReference& reference,
                                              const Parameters& parameters);

}  // namespace dsne::federated
