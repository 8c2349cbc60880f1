#pragma once

#include <Eigen/Core>
#include <string>

#include "federated/parameters.h"

namespace dsne::federated {

/// How a run came by its reference when it learned it, and what that gives away, in a sentence for
/// the reports.
std::string learned_sentence(Eigen::Index landmarks, const Parameters& parameters);

/// The same of a reference that was learned with a guarantee.
std::string private_reference_sentence(Eigen::Index points, const Parameters& parameters);

/// The same of a given reference that a run was to extend.
/// @param added how many landmarks were added
std::string extended_sentence(Eigen::Index added, const Parameters& parameters);

}  // namespace dsne::federated
