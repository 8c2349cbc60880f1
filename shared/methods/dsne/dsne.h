#pragma once

#include <boost/core/noncopyable.hpp>
#include <functional>
#include <memory>
#include <string>

#include "methods/messages.h"
#include "methods/method.h"

namespace dsne::methods {

/// dSNE in many rounds (main paper, algorithm 4: multi-shot), with one message each way per round.
///
/// In each round every site updates [own; reference] by the t-SNE gradient of its own affinities,
/// with the shared velocity of the reference. It sends the reference's displacement and the sum of
/// its own moved coordinates. The coordinator averages the displacements over the sites and moves
/// the reference by the average. It then centres: it subtracts the mean over sites of each site's
/// mean of [own; reference]. With one site this is t-SNE on the stacked data.
const Method& dsne_method();

// Messages of method dsne, and its sums over the sites.

inline constexpr const char* displacement_sum = "reference_displacement";
inline constexpr const char* velocity_sum = "reference_velocity";
inline constexpr const char* mean_sum = "mean_of_places";

/// What the coordinator tells the sites for a round, and at the end.
struct DsneMessage {
  int iteration = 0;     ///< how many the sites have made
  Matrix reference;      ///< its coordinates
  Matrix velocity = {};  ///< of the reference, the same at every site; never includes the shift
  RowVector shift = {};  ///< of all coordinates since the last message

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    const Eigen::Index points = self.reference.rows();
    const Eigen::Index dimensions = self.reference.cols();
    visit("iteration", self.iteration, within::whole(self.iteration, self.iteration));
    visit(reference_places_name, self.reference, within_map(points, dimensions));
    visit(velocity_sum, self.velocity, within::packed(points, dimensions));
    visit("shift", self.shift, within::numbers(dimensions));
  }
};

/// A private method's treatment of each gradient of [own; reference] before any other use.
class GradientFilter : private boost::noncopyable {
 public:
  virtual ~GradientFilter() = default;

  /// Charges the releases of some iterations to the site's budget, before any private data are used
  /// for them; throws if one must not be made.
  /// @param first, end counted from 0; the end's is not among them
  virtual void charge(int first, int end) = 0;

  /// Returns the filtered gradient. The given one must not be used any more.
  /// @param gradient points × dimensions
  /// @param iteration counted from 0
  /// @pre it was charged
  virtual Matrix filter(const Matrix& gradient, int iteration) = 0;

  /// Returns the state for the next step's filter.
  virtual Json state() const = 0;
};

/// Makes a site's filter, new (`state` null) or from the state of the previous step.
using MakeGradientFilter =
    std::function<std::unique_ptr<GradientFilter>(const SiteProblem& problem, const Json& state)>;

/// Make its halves, also for a private method based on it.
/// @param make_filter for a private method, makes the filter of every gradient. Own points then
///   start at random, because any other start would be a release, and no KL divergence is sent
std::unique_ptr<SiteMethod> dsne_site(SiteProblem problem, const MakeGradientFilter& make_filter,
                                      const Json& state);
std::unique_ptr<CoordinatorMethod> dsne_coordinator(CoordinatorProblem problem, const Json& state);

/// Returns a sentence about what the sites did in such a run.
std::string moves_sentence(const Parameters& parameters);

/// DP-dSNE (main paper, algorithms 5 to 7): `dsne` in which AdaCliP processes the gradient of [own;
/// reference], as one vector, before any other use. Each local iteration is a release of the
/// Gaussian mechanism with sensitivity 2 and noise σ. All that is sent, and every position, derives
/// from noisy gradients and public information. Own points start at random; no KL divergence is
/// sent.
const Method& dp_dsne();

}  // namespace dsne::methods
