#pragma once

#include <boost/core/noncopyable.hpp>
#include <memory>

#include "methods/method.h"
#include "tsne/affinities.h"
#include "tsne/tsne.h"

namespace dsne::methods {

/// A run's embedding algorithm, t-SNE or UMAP: its affinities and its forces.
class NeighbourEmbedding : private boost::noncopyable {
 public:
  virtual ~NeighbourEmbedding() = default;

  /// Embeds points alone, by the run's parameters (points × no_dims): for methods whose coordinator
  /// makes the map of all subjects.
  virtual Matrix map_of(const Matrix& points) const = 0;

  /// Computes new points' affinities over reference points alone; each row depends on its own point
  /// only.
  virtual tsne::NeighbourAffinities affinities_over(const Matrix& points,
                                                    const Matrix& reference) const = 0;

  /// Returns the finished map on which such affinities place new points.
  virtual std::unique_ptr<tsne::FinishedMap> finished(const Matrix& coordinates) const = 0;

  /// Computes the symmetric affinities of points, with the wanted number of neighbours or as many
  /// as there are.
  virtual tsne::Affinities joint_affinities(const Matrix& points) const = 0;

  /// Computes the gradient of the algorithm's loss for these affinities.
  /// @param exaggeration as in tsne::gradient
  virtual Matrix gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                          double exaggeration) const = 0;
};

/// Returns a run's embedding algorithm.
std::unique_ptr<const NeighbourEmbedding> neighbour_embedding(const Parameters& parameters);

/// Returns a site's joint affinities over [own; reference] (own points first), from the disk cache
/// if it has them.
tsne::Affinities site_affinities(const SiteProblem& problem);

}  // namespace dsne::methods
