#pragma once

#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "exchange/site_answers.h"
#include "run/reference/private_reference.h"

namespace dsne::run {

/// What the coordinator has to work with while a reference is learned with a guarantee.
struct PrivateReferenceCoordinatorProblem {
  methods::Parameters parameters;
  std::vector<std::string> names;  ///< of the features; empty when they have none
  Eigen::Index features = 0;
  Eigen::Index sites = 1;
};

/// The means of features, nearer to what they have in common the more of their differences may be
/// noise (Efron & Morris 1973, towards the grand mean; at least a hundredth of these is left, which
/// says what may vary most). Of three features or fewer as they are.
/// @param noisy 1 × features
/// @param noise the standard deviation of the noise on each
RowVector shrunk_means(const RowVector& noisy, double noise);

/// The coordinator's half of learning a reference with a guarantee: the subjects' centre, how far
/// they lie from it, their principal axes in the features that may vary most, and three rounds of
/// k-means along these (Lloyd), all from noisy sums. It lives for one step.
class PrivateReferenceCoordinator {
 public:
  /// @param state of the step before, or null
  /// @throws MessageError when the state is damaged
  /// @throws InputError when feature_bounds does not have the features
  PrivateReferenceCoordinator(PrivateReferenceCoordinatorProblem problem, const Json& state);

  /// What all sites are asked next. @pre !done()
  Json message() const;

  /// Takes every site's answer to that message.
  /// @throws MessageError naming the site whose answer has the wrong shape
  void combine(const exchange::SiteAnswers& answers);

  bool done() const { return rounds_ == private_rounds; }

  /// Synthetic subjects: as many as there are subjects, from 100 to 1,000, drawn about the cells'
  /// centres in the shares of their members, with the spread that the subjects have within cells,
  /// and where all features are kept as wide as they are along other axes. Other features have
  /// their mean. @pre done()
  data::Reference result() const;

  /// What the next step's object is made from.
  Json state() const;

 private:
  void take_centre(const exchange::SiteAnswers& answers);
  void take_radius(const exchange::SiteAnswers& answers);
  void take_moments(const exchange::SiteAnswers& answers);
  void take_cells(const exchange::SiteAnswers& answers);

  /// The noisy sum of a stage's vectors, as if none had been made whole.
  Matrix noisy_sum(const exchange::SiteAnswers& answers, Eigen::Index rows,
                   Eigen::Index columns) const;
  /// The standard deviation of the noise on each number of that.
  double deviation(const std::string& stage, Eigen::Index numbers) const;
  /// How many cells are worth asking for: more have fewer members each, and as much noise.
  Eigen::Index cells_for_noise() const;
  Matrix spread_within_cells() const;
  Eigen::Index number_of_synthetic() const;

  PrivateReferenceCoordinatorProblem problem_;
  FeatureBounds bounds_;
  int rounds_ = 0;  ///< whose answers were taken
  Eigen::Index subjects_ = 0;
  RowVector centre_;                ///< of all features
  std::vector<Eigen::Index> kept_;  ///< features of which more is asked
  double radius_ = 0;
  Matrix axes_;       ///< kept features × axes
  Vector variances_;  ///< along the axes about the centre, with the radius for a unit
  double rest_ = 0;   ///< variance along each of the other axes
  Matrix cells_;      ///< cells × axes, with the radius for a unit
  Vector members_;    ///< of each cell, roughly
};

}  // namespace dsne::run
