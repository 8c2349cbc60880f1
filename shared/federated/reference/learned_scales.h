#pragma once

#include <functional>

#include "federated/reference/learned_preprocessing.h"
#include "federated/site_answer.h"
#include "quality/pooled_scores.h"

namespace dsne::federated {

// Where features lie and how far they spread, from the sums of the stages mean and spread. Sites
// verify these sums and take from them what the coordinator takes: whoever could choose the scales
// could have all values but one person's limited.

/// The sum over the sites of terms of a shape: for the coordinator SiteAnswers::hand_on, for a site
/// SiteSums::verified_sum.
using ReadSum = std::function<Matrix(const SumTerm& shape)>;

/// What is known beforehand.
struct ScalePlan {
  Eigen::Index features = 0;
  bool robust = false;  ///< scaled by middle halves
  Eigen::Index least_members = 0;
};

/// What is learned.
struct LearnedScales {
  FeatureSums sums;
  RowVector weights;  ///< of sites' middle halves, by feature
  quality::MeasureScale measures;
};

/// Takes the sums of stage mean.
/// @throws InputError where a feature has a value for fewer than least_members, unless `robust`
void take_centres(const ReadSum& read, const ScalePlan& plan, LearnedScales& scales);

/// Takes the sums of stage spread.
void take_spreads(const ReadSum& read, const ScalePlan& plan, LearnedScales& scales);

/// As states keep what was taken, after the one and after the other.
Json to_json_centres(const LearnedScales& scales);
Json to_json_spreads(const LearnedScales& scales);

/// @throws MessageError when they are damaged
void parse_centres(const Json& state, const ScalePlan& plan, std::string_view what,
                   LearnedScales& scales);
void parse_spreads(const Json& state, const ScalePlan& plan, std::string_view what,
                   LearnedScales& scales);

}  // namespace dsne::federated
