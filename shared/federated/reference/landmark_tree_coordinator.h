#pragma once

#include <string>
#include <vector>

#include "federated/reference/landmark_messages.h"
#include "federated/reference/node_moments.h"
#include "federated/site_answers.h"

namespace dsne::federated {

/// What the coordinator has to work with at a tree of landmarks.
struct LandmarkTreePlan {
  Eigen::Index subjects = 0;  ///< of all sites, who are in the tree
  Eigen::Index components = 0;
  double squares = 0;  ///< no sum of squares over all of them is larger
  Eigen::Index least_members = 0;
  Eigen::Index max_landmarks = 0;
};

/// The coordinator's half of a tree of landmarks, which are the means of its leaves: each node is
/// split along the first principal axis of its members where that lowers their sum of squares most.
/// A level takes three messages: moments, counts at thresholds, vetoes. A last one tells the sites
/// the sums of leaves that were not counted, so that each can verify where all leaves lie. It lives
/// for one step.
class LandmarkTreeCoordinator {
 public:
  /// A tree that has its root alone, of which the moments are asked.
  explicit LandmarkTreeCoordinator(const LandmarkTreePlan& plan);

  /// The tree of the step before.
  /// @throws MessageError when the state is damaged
  LandmarkTreeCoordinator(const LandmarkTreePlan& plan, const Json& state);

  /// The stage that the sites are asked next.
  const std::string& stage() const { return stage_; }

  /// Whether nothing was asked yet, so that sites must be told of the components.
  bool has_just_begun() const { return nodes_.size() == 1 && stage_ == landmark_stage::moments; }

  /// What they are asked, but for the stage. @pre !done()
  Json message() const;

  /// Takes every site's answer to that.
  /// @throws MessageError naming the site whose answer has the wrong shape
  void combine(const SiteAnswers& answers);

  /// Whether all leaves are found.
  bool done() const { return done_; }

  Eigen::Index leaves() const;

  /// The leaves' means (leaves × components), and how many members each has. @pre done()
  Matrix landmarks() const;
  Counts members() const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  struct Node {
    Moments moments;       ///< of members only, until they are asked for
    bool counted = false;  ///< it was tried to split it
    bool split = false;
  };

  void take_moments(const SiteAnswers& answers);
  void take_counts(const SiteAnswers& answers);
  void take_vetoes(const SiteAnswers& answers);
  void ask_moments(const std::vector<Eigen::Index>& nodes);
  void ask_counts();
  bool is_splittable(const Node& node) const;

  LandmarkTreePlan plan_;
  std::string stage_ = landmark_stage::moments;
  bool done_ = false;
  std::vector<Node> nodes_;
  MomentQuestion moment_question_;
  CountQuestion count_question_;
  Counts below_;
  /// What the sites are told of each other's counts and vetoes, and of the cuts that follow.
  Json handed_on_ = Json::object();
};

}  // namespace dsne::federated
