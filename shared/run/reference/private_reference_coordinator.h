#pragma once

#include <string>
#include <vector>

#include "data/reference_csv.h"
#include "exchange/site_answers.h"
#include "run/reference/private_reference.h"

namespace dsne::run {

/// The coordinator's inputs to learning a reference with a guarantee.
struct PrivateReferenceCoordinatorProblem {
  methods::Parameters parameters;
  std::vector<std::string> names;  ///< of the features; empty if they have none
  Eigen::Index features = 0;
  Eigen::Index sites = 1;
};

/// Shrinks the features' means towards their grand mean by the share of their differences that may
/// be noise (Efron & Morris 1973). At least a hundredth of the differences is left, because they
/// show what may vary most. Returns up to three features unchanged.
/// @param noisy 1 × features
/// @param noise the standard deviation of the noise on each
RowVector shrunk_means(const RowVector& noisy, double noise);

/// The coordinator's half of learning a reference with a guarantee. From noisy sums it learns the
/// subjects' centre, their distances from it, their principal axes in the features that may vary
/// most, and clusters along these by three rounds of k-means (Lloyd). It lives for one step.
class PrivateReferenceCoordinator {
 public:
  /// @param state of the step before, or null
  /// @throws InputError when feature_bounds does not have the features
  PrivateReferenceCoordinator(PrivateReferenceCoordinatorProblem problem, const Json& state);

  /// Returns the next question to all sites. @pre !done()
  Json message() const;

  /// Processes every site's answer to that message.
  /// @throws MessageError naming the site whose answer has the wrong shape
  void combine(const exchange::SiteAnswers& answers);

  bool done() const { return rounds_ == private_rounds; }

  /// Draws synthetic subjects: as many as there are subjects, limited to 100 to 1,000. They lie
  /// around the cells' centres in proportion to the cells' members, with the subjects' spread
  /// within cells and, if all features are kept, their spread along other axes. Other features have
  /// their mean. @pre done()
  data::Reference result() const;

  /// Returns the state for the next step's object.
  Json state() const;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("rounds", self.rounds_);
    visit("subjects", self.subjects_);
    visit("centre", self.centre_);
    visit("kept", self.kept_);
    visit("radius", self.radius_);
    visit("axes", self.axes_);
    visit("variances", self.variances_);
    visit("rest", self.rest_);
    visit("cells", self.cells_);
    visit("members", self.members_);
  }

 private:
  void take_centre(const exchange::SiteAnswers& answers);
  void take_radius(const exchange::SiteAnswers& answers);
  void take_moments(const exchange::SiteAnswers& answers);
  void take_cells(const exchange::SiteAnswers& answers);

  /// Returns the noisy sum of a stage's vectors, scaled back from whole numbers.
  Matrix noisy_sum(const exchange::SiteAnswers& answers, Eigen::Index rows,
                   Eigen::Index columns) const;
  /// Returns the standard deviation of the noise on each of its numbers.
  double deviation(const std::string& stage, Eigen::Index numbers) const;
  /// Returns how many cells are useful: more cells have fewer members each, but the same noise.
  Eigen::Index cells_for_noise() const;
  Matrix spread_within_cells() const;

  PrivateReferenceCoordinatorProblem problem_;
  FeatureBounds bounds_;
  int rounds_ = 0;  ///< rounds processed
  Eigen::Index subjects_ = 0;
  RowVector centre_;                ///< of all features
  std::vector<Eigen::Index> kept_;  ///< features with further questions
  double radius_ = 0;
  Matrix axes_;       ///< kept features × axes
  Vector variances_;  ///< along the axes around the centre, in units of the radius
  double rest_ = 0;   ///< variance along each of the other axes
  Matrix cells_;      ///< cells × axes, in units of the radius
  Vector members_;    ///< estimated, of each cell
};

}  // namespace dsne::run
