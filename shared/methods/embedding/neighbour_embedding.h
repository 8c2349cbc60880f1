#pragma once

#include <memory>
#include <string>

#include "methods/parameters.h"
#include "tsne/affinities.h"
#include "tsne/transform.h"

namespace dsne::methods {

/// The kind of map that a run makes, t-SNE or UMAP: which points belong together, what draws these
/// to each other, and what pushes all apart.
class NeighbourEmbedding {
 public:
  NeighbourEmbedding() = default;
  virtual ~NeighbourEmbedding() = default;
  NeighbourEmbedding(const NeighbourEmbedding&) = delete;
  NeighbourEmbedding& operator=(const NeighbourEmbedding&) = delete;
  NeighbourEmbedding(NeighbourEmbedding&&) = delete;
  NeighbourEmbedding& operator=(NeighbourEmbedding&&) = delete;

  /// As sentences name it.
  virtual std::string name() const = 0;

  /// A map of points alone (points × no_dims), from `initialization` where that is random, else
  /// from where its kind begins.
  virtual Matrix map_of(const Matrix& points) const = 0;

  /// A start as t-SNE has them, around 0 and small, as wide as maps of this kind begin.
  virtual Matrix as_start(Matrix coordinates) const = 0;

  /// New points' affinities over the points of a map alone, each row by itself.
  virtual tsne::NeighbourAffinities affinities_over(const Matrix& points,
                                                    const Matrix& reference) const = 0;

  /// The finished map on which these place new points.
  virtual std::unique_ptr<tsne::FinishedMap> finished(const Matrix& coordinates) const = 0;

  /// The symmetric affinities of points, with the wanted number of neighbours or as many as they
  /// allow.
  virtual tsne::Affinities joint_affinities(const Matrix& points) const = 0;

  /// The gradient of what a map of these affinities descends.
  /// @param exaggeration as tsne::gradient has it
  virtual Matrix gradient(const tsne::Affinities& affinities, const Matrix& coordinates,
                          double exaggeration) const = 0;
};

/// That of a run.
std::unique_ptr<const NeighbourEmbedding> neighbour_embedding(const Parameters& parameters);

}  // namespace dsne::methods
