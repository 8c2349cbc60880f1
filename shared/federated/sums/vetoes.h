#pragma once

#include <vector>

#include "federated/site_answer.h"

namespace dsne::federated {

// Sites veto what would show them too few of the others. Votes are summed, so that nobody learns
// whose they were.

/// The sum's name, in answers and in the coordinator's message.
inline constexpr const char* vetoes_name = "vetoes";

/// A site's part of the sum.
/// @param own for each thing that is voted on, whether the site vetoes it
SumTerm veto_term(const std::vector<bool>& own);

/// Which things some site vetoes.
/// @param votes their sum over the sites, things × 1
std::vector<bool> vetoed(const Matrix& votes);

/// The same from what the coordinator says.
/// @param own what this site has vetoed
/// @throws MessageError when these are not among them
std::vector<bool> vetoed(const Json& message, const std::vector<bool>& own);

}  // namespace dsne::federated
