#pragma once

#include <Eigen/Core>
#include <string>

namespace dsne::federated {

/// How a run came by its reference when it learned it, and what that gives away, in a sentence for
/// the reports.
std::string learned_sentence(Eigen::Index landmarks, int least_members);

}  // namespace dsne::federated
