#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "federated/method.h"
#include "federated/reference/landmark_messages.h"
#include "federated/reference/landmark_tree_site.h"
#include "federated/reference/learned_preprocessing.h"
#include "federated/reference/learned_reference.h"
#include "federated/reference/learned_scales.h"
#include "federated/site_answer.h"

namespace dsne::federated {

/// What a site has to work with while a reference is learned.
struct LandmarkSiteProblem {
  Parameters parameters;
  data::Normalization normalization = data::Normalization::none;
  Eigen::Index own_points = 0;
  Eigen::Index features = 0;
  /// Reads the subjects (own_points × features), missing values NaN; slow.
  std::function<Matrix()> read_values;
  /// The same as affinities see them (own_points × components); slow.
  std::function<Matrix(const Preprocessing&)> read_points;
  VerifiedSum verified_sum;
  SecretSource secret_source;
  Eigen::Index sites = 1;  ///< of the run
};

/// A site's half of learning a reference. It lives for one step. It answers only what
/// landmark_rules allow, each sum once, whatever the coordinator asks.
class LandmarkSite {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  LandmarkSite(LandmarkSiteProblem problem, const Json& state);

  // The tree asks it for its points.
  LandmarkSite(const LandmarkSite&) = delete;
  LandmarkSite& operator=(const LandmarkSite&) = delete;
  LandmarkSite(LandmarkSite&&) = delete;
  LandmarkSite& operator=(LandmarkSite&&) = delete;
  ~LandmarkSite() = default;

  /// Answers one message; everything in the result leaves the site, sums masked.
  /// @throws MessageError when the message is not one that may come now
  /// @throws InputError when too few subjects are elsewhere for what is learned
  SiteAnswer answer(const Json& message);

  /// Checks what has been learned by what this site has been told, features and components, and by
  /// the sums that it has verified: scales, where each landmark lies, and its number of members.
  /// @throws MessageError when it is something else
  void check(const LearnedReference& reference) const;

  /// The landmark that each own subject had a part in. @pre all are found
  CellNumbers landmark_of() const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  SiteAnswer sum_values();
  SiteAnswer sum_squares(const Json& message);
  SiteAnswer sum_oddness(const Json& message);
  SiteAnswer multiply(const Json& message);
  SiteAnswer sum_moments(const Json& message);
  SiteAnswer descend(const Json& message);
  SiteAnswer count_nearest(const Json& message);
  SiteAnswer take_members(const Json& message);

  void take_components(const Json& message);
  /// Takes the landmarks of a message if they lie where they must.
  void take_landmarks(const Json& message, const Matrix& expected);
  /// Where the sites' answers to the last message have moved the landmarks.
  Matrix moved(const Json& message) const;
  /// How many subjects each landmark was nearest to in the answers to the last message.
  Counts nearest_members(const Json& message) const;
  /// Whether landmarks are the ones learned, with as many members.
  bool are_learned(const LearnedReference& reference) const;
  ReadSum verified(const Json& message) const;
  ScalePlan scale_plan() const;
  Eigen::Index max_landmarks() const;
  LandmarkTreeProblem tree_problem();
  const Matrix& points();
  /// Values with each row scaled where the normalization does that.
  Matrix scaled_rows(Matrix values) const;
  /// The subjects as components are learnt from them.
  Matrix mapped_values(const data::Scaling& scaling) const;
  bool is_robust() const;
  Preprocessing preprocessing() const;
  double bound_of_squares() const;
  Eigen::Index components() const { return components_.cols(); }

  LandmarkSiteProblem problem_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  LearnedScales scales_;
  Eigen::Index columns_ = 0;  ///< of subspaces that were asked about
  Matrix components_;
  Vector variances_;
  Matrix landmarks_;                      ///< of landmark_method mmd, as last told
  Eigen::Index descent_round_ = 0;        ///< and how often they were
  Eigen::Index counted_ = 0;              ///< how often subjects were counted at these
  CellNumbers node_of_;                   ///< the one that is nearest to each own subject
  Counts members_;                        ///< of each, when all is told
  std::optional<LandmarkTreeSite> tree_;  ///< of landmark_method tree, from its first stage on
  std::optional<Matrix> points_;
};

}  // namespace dsne::federated
