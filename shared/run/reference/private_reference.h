#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "data/reference_csv.h"
#include "exchange/noisy_sum.h"
#include "exchange/site_answers.h"
#include "methods/parameters.h"

namespace dsne::run {

// A reference drawn with a guarantee: synthetic subjects from noisy sums over all sites' subjects.
// Each sum has one vector per subject, made from the subject's own record and public information,
// and cut to a length. So everything made from the sums, such as the reference and a map of it,
// keeps the guarantee; docs/privacy.md has the proof.

/// The requested sums, in this order, `cells` cell_rounds times.
namespace private_stage {
inline constexpr const char* centre = "centre";  ///< the subjects' sum
inline constexpr const char* radius =
    "radius";  ///< the numbers of subjects by distance from the centre
inline constexpr const char* moments = "moments";  ///< products of their coordinates
inline constexpr const char* cells =
    "cells";  ///< for each point the number and sum of the subjects nearest to it
}  // namespace private_stage

inline constexpr int cell_rounds = 3;
inline constexpr Eigen::Index number_of_radii = 32;
inline constexpr Eigen::Index max_private_cells = 256;
inline constexpr Eigen::Index max_private_axes = 10;
/// The most features whose products are requested.
inline constexpr Eigen::Index max_kept_features = 256;
inline constexpr const char* noisy_sum_name = "noisy";

/// Returns a round's stage, rounds counted from 0; "" after the last.
std::string stage_of_round(int round);

/// The number of rounds.
inline constexpr int private_rounds = 3 + cell_rounds;

/// Returns the sensitivity of a stage's sum when one record is replaced, in whole numbers.
/// @param numbers in the sum
double stage_sensitivity(const std::string& stage, Eigen::Index numbers);

/// A round's sum, with its noise.
exchange::NoisySum stage_sum(const std::string& stage, const methods::Parameters& parameters,
                             Eigen::Index numbers);

/// Returns the cost of the whole reference for each site, whatever their number.
privacy::Cost reference_cost(const methods::Parameters& parameters);

/// Returns whether a run draws its reference with a guarantee.
bool is_private_reference(const methods::Parameters& parameters);

/// Returns whether a run makes releases that are charged to the sites' budgets.
bool spends_budget(const methods::Parameters& parameters);

/// The features' public bounds.
struct FeatureBounds {
  RowVector low, high;
};

/// Returns the names of the features in feature_bounds; none if one pair is for all.
std::vector<std::string> named_bounds(const methods::Parameters& parameters);

/// Returns the bounds of these features from feature_bounds.
/// @param names of the features; empty if they have none
/// @throws InputError when feature_bounds does not have them
FeatureBounds bounds_of(const methods::Parameters& parameters,
                        const std::vector<std::string>& names, Eigen::Index features);

/// Scales subjects for the sums: each feature from −½ at its lower bound to ½ at its upper one, and
/// 0 if missing (NaN).
Matrix to_unit(const Matrix& values, const FeatureBounds& bounds);

/// Scales such rows back to values within the bounds.
Matrix from_unit(const Matrix& unit, const FeatureBounds& bounds);

/// Returns the greatest distance of a scaled subject from the middle of the bounds.
double unit_radius(Eigen::Index features);

/// Returns, in order, at most max_kept_features features that may vary most given their means: a
/// number between −½ and ½ with mean m has a variance of at most (½ − m)(½ + m) (Bhatia & Davis
/// 2000).
/// @param mean 1 × features, between −½ and ½
std::vector<Eigen::Index> features_that_may_vary(const RowVector& mean);

/// Estimates the variance along an axis that is an eigenvector of a noisy symmetric matrix: θ(1 −
/// s²p/θ²). A direction with variance θ has the eigenvalue θ + s²p/θ because of noise of deviation
/// s off the diagonal (Benaych-Georges & Nadakuditi 2011).
/// @param edge 2s√p, the largest eigenvalue of the noise alone; an eigenvalue no larger gives 0
double variance_without_noise(double eigenvalue, double edge);

/// Cuts rows, coordinates around a centre, to a length.
Matrix cut_to(Matrix rows, double length);

/// Returns the upper ends of the intervals of distances: each 2^¼ times the one before, the last
/// one `radius`.
Vector radii(double radius);

/// Convert between z zᵀ and a vector of the same norm: the entries off the diagonal, which occur
/// twice, times √2.
Eigen::Index symmetric_size(Eigen::Index dimensions);
RowVector symmetric_vector(const RowVector& z);
Matrix symmetric_matrix(const RowVector& vector, Eigen::Index dimensions);

/// A subject adds to its cell its coordinates, no longer than 1/√2, and 1/√2 as its count. So
/// moving to another cell changes the sums no more than a replacement within one.
inline constexpr double cell_share = 0.70710678118654746;

/// What learning a reference with a guarantee begins with, everywhere.
struct PrivateReferenceProblem {
  methods::Parameters parameters;
  std::vector<std::string> names;  ///< of the features; empty if they have none
  Eigen::Index features = 0;
  Eigen::Index sites = 1;  ///< in the run
};

/// A site's inputs to it.
struct PrivateReferenceSite {
  Eigen::Index own_points = 0;
  /// Reads the subjects (own_points × features), NaN where missing; slow.
  std::function<Matrix()> read_values;
  privacy::Spend spend;
};

/// Answers one message with a sum over the site's subjects and its share of noise, to be masked. A
/// site answers each stage once and in order, whatever the coordinator sends. A subject's part of
/// an answer depends on its own record and the message only, and is cut to a length.
/// @param rounds how many messages the site has answered
/// @throws InputError when feature_bounds does not have the features
/// @throws MessageError when this message is not allowed now
exchange::SiteAnswer answer_private_reference(const PrivateReferenceProblem& problem,
                                              const PrivateReferenceSite& site, int rounds,
                                              const Json& message);

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
  PrivateReferenceCoordinator(PrivateReferenceProblem problem, const Json& state);

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

  PrivateReferenceProblem problem_;
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
