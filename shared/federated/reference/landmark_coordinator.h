#pragma once

#include <optional>
#include <string>
#include <vector>

#include "federated/reference/landmark_messages.h"
#include "federated/reference/landmark_rules.h"
#include "federated/reference/landmark_tree_coordinator.h"
#include "federated/reference/learned_preprocessing.h"
#include "federated/reference/learned_reference.h"
#include "federated/reference/learned_scales.h"
#include "federated/site_answers.h"

namespace dsne::federated {

/// What the coordinator has to work with while a reference is learned.
struct LandmarkCoordinatorProblem {
  Parameters parameters;
  data::Normalization normalization = data::Normalization::none;
  Eigen::Index features = 0;
};

/// The coordinator's half of learning a reference: scale, principal components, and landmarks, by
/// sums over the sites alone. Components by randomised subspace iteration (Halko, Martinsson &
/// Tropp 2011, algorithm 4.4); landmarks are the means of the leaves of a tree, each node split
/// along the first principal axis of its members where that lowers their sum of squares most. A
/// level takes three messages: moments, counts at thresholds, vetoes. With landmark_method mmd they
/// are moved by gradients instead, a message a round, and two count who is nearest to which. Sites
/// are told the sums, and verify what follows from them. It lives for one step.
class LandmarkCoordinator {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  LandmarkCoordinator(LandmarkCoordinatorProblem problem, const Json& state);

  /// What all sites are asked next. @pre !done()
  Json message() const;

  /// Takes every site's answer to that message.
  /// @throws MessageError naming the site whose answer has the wrong shape
  /// @throws InputError when there are too few subjects, or they are all the same
  void combine(const SiteAnswers& answers);

  /// Whether all landmarks are found.
  bool done() const { return done_; }

  /// What was learned, without the features' names. @pre done()
  LearnedReference result() const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  void take_values(const SiteAnswers& answers);
  void take_squares(const SiteAnswers& answers);
  void take_oddness(const SiteAnswers& answers);
  void take_products(const SiteAnswers& answers);
  void finish_components(const Matrix& products);
  void take_landmarks(const SiteAnswers& answers);
  void take_nearest(const SiteAnswers& answers);
  /// Goes on as the tree does.
  void take_tree();
  LandmarkTreePlan tree_plan() const;
  SubspacePlan plan() const;
  Eigen::Index max_landmarks() const;
  Eigen::Index components() const { return basis_.cols(); }
  double bound_of_squares() const;
  ScalePlan scale_plan() const;

  LandmarkCoordinatorProblem problem_;
  std::string stage_ = landmark_stage::mean;
  bool done_ = false;
  LearnedScales scales_;
  quality::OddnessScale ordinary_;
  Eigen::Index largest_site_ = 0;
  Eigen::Index subspace_round_ = 0;
  Matrix basis_;      ///< of the subspace; the components when they are found
  Vector variances_;  ///< along the components
  Matrix landmarks_;  ///< of landmark_method mmd
  Counts members_;    ///< of these, when all is done
  Eigen::Index descent_round_ = 0;
  bool few_left_out_ = false;                    ///< landmarks that too few subjects are nearest to
  std::optional<LandmarkTreeCoordinator> tree_;  ///< of landmark_method tree, when it has begun
  /// What the sites are told of each other's counts.
  Json handed_on_ = Json::object();
};

}  // namespace dsne::federated
