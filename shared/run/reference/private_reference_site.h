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

/// A site's half of learning a reference with a guarantee. It answers each stage once and in order,
/// whatever the coordinator sends. A subject's part of an answer depends on its own record and the
/// message only, and is cut to a length. It lives for one step.
class PrivateReferenceSite {
 public:
  /// @param state of the step before, or null
  /// @throws InputError when feature_bounds does not have the features
  PrivateReferenceSite(PrivateReferenceSiteProblem problem, const Json& state);

  /// Answers one message with a sum over the site's subjects and its share of noise, to be masked.
  /// @throws MessageError when this message is not allowed now
  exchange::SiteAnswer answer(const Json& message);

  /// Returns whether all stages are answered.
  bool done() const { return rounds_ == private_rounds; }

  /// Returns the state for the next step's object.
  Json state() const { return rounds_; }

 private:
  /// A question: a sum over the subjects, in whole numbers, of this shape.
  struct Question {
    Eigen::Index rows = 1, columns = 1;
    std::function<Matrix(const Matrix& points)> sum;  ///< of subjects scaled by to_unit
  };

  Question question_of(const std::string& stage, const Json& message) const;

  PrivateReferenceSiteProblem problem_;
  FeatureBounds bounds_;
  int rounds_ = 0;  ///< rounds answered
};

}  // namespace dsne::run
