#pragma once

#include <functional>
#include <string>
#include <vector>

#include "federated/reference/landmark_messages.h"
#include "federated/reference/node_moments.h"
#include "federated/site_answer.h"

namespace dsne::federated {

/// What a site has to work with at a tree of landmarks.
struct LandmarkTreeProblem {
  Eigen::Index subjects = 0;    ///< of all sites, who are in the tree
  Eigen::Index own_points = 0;  ///< this site's among them
  Eigen::Index components = 0;
  double squares = 0;  ///< no sum of squares over all of them is larger
  Eigen::Index least_members = 0;
  std::function<const Matrix&()> points;  ///< the own ones (own_points × components); slow
  VerifiedSum verified_sum;
};

/// A site's half of a tree of landmarks: a node is a set of subjects, at first all, that a
/// threshold along a direction known from its own sums parts into two. It answers only what
/// landmark_rules allow, each sum once, whatever the coordinator asks. It lives for one step.
class LandmarkTreeSite {
 public:
  /// A tree that has its root alone.
  explicit LandmarkTreeSite(LandmarkTreeProblem problem);

  /// The tree of the step before.
  /// @param answered the stage that was answered in it
  /// @throws MessageError when the state is damaged
  LandmarkTreeSite(LandmarkTreeProblem problem, const Json& state, const std::string& answered);

  /// The answers of the stages moments, count, veto and leaves. Before the first moments nothing
  /// was cut, else the message says what was.
  /// @throws MessageError when the message asks what it may not
  SiteAnswer first_moments(const Json& message);
  SiteAnswer moments(const Json& message);
  SiteAnswer count(const Json& message);
  SiteAnswer veto(const Json& message);
  SiteAnswer leaves(const Json& message);

  /// Whether these are the leaves' means and numbers of members, by the sums that were verified.
  bool has_leaves(const Matrix& means, const Counts& members) const;

  /// The leaf of each own subject.
  CellNumbers leaf_of() const;

  /// What the next step's object is made from, when this stage was answered last.
  Json state(const std::string& answered) const;

 private:
  /// What the site knows of a node.
  struct Node {
    Moments moments;       ///< of all sites, the sum from when it is verified until the node is
                           ///< split, products until its members are counted
    bool summed = false;   ///< its sums were asked for
    bool counted = false;  ///< its members were counted at thresholds
    bool split = false;    ///< it is no leaf any more
  };

  Node parse_node(const Json& json) const;

  /// The axes of the nodes of a question, of each as many as are asked for.
  /// @throws MessageError when they are more than may be asked
  std::vector<Matrix> asked_axes(const MomentQuestion& question);
  void take_cuts(const Json& message);
  /// Verifies the sums of what all sites answered to the last question, and takes them.
  void take_moments(const Json& message);
  /// @param place of the node in the question
  /// @param below how many members go to one side
  void split(const Cut& cut, Eigen::Index place, Eigen::Index below);

  /// For each count that was asked for, whether the site vetoes a split there.
  std::vector<bool> own_vetoes() const;
  /// How many own members lie below each threshold.
  Counts count_below() const;
  /// A subject's coordinate along the direction that its node was asked about.
  double along_direction(Eigen::Index subject, Eigen::Index place) const;

  LandmarkTreeProblem problem_;
  CellNumbers node_of_;  ///< the leaf of each own subject
  std::vector<Node> nodes_;
  MomentQuestion moment_question_;  ///< the last one
  CountQuestion question_;          ///< the last one
  Counts own_below_;                ///< the counts in answer to it
  Counts below_;                    ///< the same of all sites
};

}  // namespace dsne::federated
