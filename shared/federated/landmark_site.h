#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "federated/landmark_messages.h"
#include "federated/learned_preprocessing.h"
#include "federated/learned_reference.h"
#include "federated/method.h"
#include "federated/node_moments.h"
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
};

/// A site's half of learning a reference. It lives for one step. It answers only what
/// landmark_rules allow, each sum once, whatever the coordinator asks.
class LandmarkSite {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  LandmarkSite(LandmarkSiteProblem problem, const Json& state);

  /// Answers one message; everything in the result leaves the site, sums masked.
  /// @throws MessageError when the message is not one that may come now
  /// @throws InputError when too few subjects are elsewhere for what is learned
  SiteAnswer answer(const Json& message);

  /// Checks what has been learned by what this site has been told: features, preprocessing, and
  /// each landmark's number of members.
  /// @throws MessageError when it is something else
  void check(const LearnedReference& reference) const;

  /// The landmark that each own subject had a part in. @pre all are found
  CellNumbers landmark_of() const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  /// What the site knows of a node of the tree.
  struct Node {
    Moments moments;       ///< of all sites; sums and products from when they are known until the
                           ///< members are counted
    bool summed = false;   ///< its sums were asked for
    bool counted = false;  ///< its members were counted at thresholds
    bool split = false;    ///< it is no leaf any more
  };

  Node parse_node(const Json& json) const;

  SiteAnswer sum_values();
  SiteAnswer sum_squares(const Json& message);
  SiteAnswer sum_oddness(const Json& message);
  SiteAnswer multiply(const Json& message);
  SiteAnswer sum_moments(const Json& message);
  SiteAnswer count(const Json& message);
  SiteAnswer veto(const Json& message);
  SiteAnswer descend(const Json& message);
  SiteAnswer count_nearest(const Json& message);

  /// The axes of the nodes of a question, of each as many as are asked for.
  /// @throws MessageError when they are more than may be asked
  std::vector<Matrix> asked_axes(const MomentQuestion& question);
  void take_means(const Json& object, std::string_view what);
  void take_squares(const Json& message);
  void take_components(const Json& message);
  void take_landmarks(const Json& message);
  /// Of the tree's leaves.
  Counts members() const;
  /// Whether landmarks are the ones learned, with as many members; of landmark_method mmd a site
  /// knows of the members only how many there are in all, and its own.
  bool are_plausible(const LearnedReference& reference) const;
  void take_cuts(const Json& message);
  /// Adds up itself what all sites answered to the last question.
  void take_moments(const Json& message);
  /// @param place of the node in the question
  /// @param below how many members go to one side
  void split(const Cut& cut, Eigen::Index place, Eigen::Index below);

  /// For each count that was asked for, whether the site vetoes a split there.
  std::vector<bool> own_vetoes() const;
  /// How many own members lie below each threshold.
  Counts count_below();
  /// A subject's coordinate along the direction that its node was asked about.
  double along_direction(Eigen::Index subject, Eigen::Index place);
  const Matrix& points();
  /// Values with each row scaled where the normalization does that.
  Matrix scaled_rows(Matrix values) const;
  /// Values with the features' means in the gaps.
  Matrix filled(Matrix values) const;
  /// The subjects as components are learnt from them.
  Matrix mapped_values(const data::Scaling& scaling) const;
  bool is_robust() const;
  Preprocessing preprocessing() const;
  double bound_of_squares() const;
  Eigen::Index components() const { return components_.cols(); }

  LandmarkSiteProblem problem_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  FeatureSums sums_;
  quality::MeasureScale measures_;
  Eigen::Index columns_ = 0;  ///< of subspaces that were asked about
  Matrix components_;
  Vector variances_;
  Matrix landmarks_;                ///< of landmark_method mmd, as last told
  Eigen::Index descent_round_ = 0;  ///< and how often they were
  Eigen::Index counted_ = 0;        ///< how often subjects were counted at these
  CellNumbers node_of_;  ///< the leaf of each own subject, or the landmark that is nearest
  std::vector<Node> nodes_;
  MomentQuestion moment_question_;  ///< the last one
  CountQuestion question_;          ///< the last one
  Counts own_below_;                ///< the counts in answer to it
  Counts below_;                    ///< the same of all sites
  std::optional<Matrix> points_;
};

}  // namespace dsne::federated
