#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exchange/site_answer.h"
#include "run/reference/private_reference.h"

namespace dsne::run {

/// What a site has to work with while a reference is learned with a guarantee.
struct PrivateReferenceSiteProblem {
  methods::Parameters parameters;
  std::vector<std::string> names;  ///< of the features; empty when they have none
  Eigen::Index features = 0;
  Eigen::Index own_points = 0;
  Eigen::Index sites = 1;  ///< in the run
  /// Reads the subjects (own_points × features), missing values NaN; slow.
  std::function<Matrix()> read_values;
  /// Counts a release against the site's budget; throws when it must not be made.
  std::function<void(const privacy::PrivateRelease&)> spend;
};

/// A site's half of learning a reference with a guarantee. It answers each stage once, in their
/// order, whatever the coordinator says beside; every subject's part in an answer is made of its
/// own record and the message, and cut to a length. It lives for one step.
class PrivateReferenceSite {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  /// @throws InputError when feature_bounds does not have the features
  PrivateReferenceSite(PrivateReferenceSiteProblem problem, const Json& state);

  /// Answers one message: a sum over the site's subjects, with its share of noise, to be masked.
  /// @throws MessageError when the message is not one that may come now
  exchange::SiteAnswer answer(const Json& message);

  /// Whether all has been answered.
  bool done() const { return rounds_ == private_rounds; }

  /// What the next step's object is made from.
  Json state() const { return {{"rounds", rounds_}}; }

 private:
  /// What is asked: a sum of so many numbers over the subjects, in whole numbers.
  struct Question {
    Eigen::Index rows = 1, columns = 1;
    std::function<Matrix(const Matrix& points)> sum;  ///< of subjects as to_unit has them
  };

  Question question_of(const std::string& stage, const Json& message) const;

  PrivateReferenceSiteProblem problem_;
  FeatureBounds bounds_;
  int rounds_ = 0;  ///< that were answered
};

}  // namespace dsne::run
