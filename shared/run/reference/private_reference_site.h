#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exchange/site_answers.h"
#include "run/reference/private_reference.h"

namespace dsne::run {

/// A site's inputs to learning a reference with a guarantee.
struct PrivateReferenceSiteProblem {
  methods::Parameters parameters;
  std::vector<std::string> names;  ///< of the features; empty if they have none
  Eigen::Index features = 0;
  Eigen::Index own_points = 0;
  Eigen::Index sites = 1;  ///< in the run
  /// Reads the subjects (own_points × features), NaN where missing; slow.
  std::function<Matrix()> read_values;
  /// Charges a release to the site's budget; throws if it must not be made.
  std::function<void(const privacy::PrivateRelease&)> spend;
};

/// Answers one message with a sum over the site's subjects and its share of noise, to be masked. A
/// site answers each stage once and in order, whatever the coordinator sends. A subject's part of
/// an answer depends on its own record and the message only, and is cut to a length.
/// @param rounds how many messages the site has answered
/// @throws InputError when feature_bounds does not have the features
/// @throws MessageError when this message is not allowed now
exchange::SiteAnswer answer_private_reference(const PrivateReferenceSiteProblem& problem,
                                              int rounds, const Json& message);

}  // namespace dsne::run
