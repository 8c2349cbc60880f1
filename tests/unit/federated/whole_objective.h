#pragma once

#include <memory>
#include <vector>

#include "federated/methods/joint_objective.h"
#include "tsne/gradient.h"

/// Affinities as a square matrix.
inline dsne::Matrix dense(const dsne::tsne::Affinities& p) {
  dsne::Matrix matrix = dsne::Matrix::Zero(p.points(), p.points());
  for (Eigen::Index i = 0; i < p.points(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (auto k = p.offsets[row]; k < p.offsets[row + 1]; ++k)
      matrix(i, p.columns[k]) += p.values[k];
  }
  return matrix;
}

/// t-SNE of a perplexity, or UMAP.
inline std::unique_ptr<const dsne::federated::NeighbourEmbedding> embedding_of(
    double perplexity, dsne::federated::Layout layout = dsne::federated::Layout::tsne) {
  dsne::federated::Parameters parameters;
  parameters.method = "joint";
  parameters.perplexity = perplexity;
  parameters.layout = layout;
  return dsne::federated::neighbour_embedding(parameters);
}

/// A site's part where the points are what the components were learnt from, or none were.
inline dsne::tsne::Affinities part_of_site(const dsne::Matrix& own, const dsne::Matrix& reference,
                                           double perplexity, Eigen::Index all,
                                           dsne::federated::Layout layout = {}) {
  return dsne::federated::site_part(
      *embedding_of(perplexity, layout), {own, reference},
      dsne::federated::shares_at_site(own, reference, perplexity, all), all);
}

/// The affinities of method joint over [reference; site after site], put together from the parts.
/// @param exaggeration within sites
inline dsne::tsne::Affinities whole_affinities(const std::vector<dsne::Matrix>& sites,
                                               const dsne::Matrix& reference, double perplexity,
                                               double exaggeration = 1,
                                               dsne::federated::Layout layout = {}) {
  const Eigen::Index shared = reference.rows();
  Eigen::Index all = shared;
  for (const dsne::Matrix& site : sites) all += site.rows();
  dsne::Matrix whole = dsne::Matrix::Zero(all, all);
  Eigen::Index first = shared;
  for (const dsne::Matrix& site : sites) {
    const Eigen::Index own = site.rows();
    const dsne::Matrix part = dense(dsne::federated::with_exaggerated_site(
        part_of_site(site, reference, perplexity, all, layout), own, all, exaggeration));
    whole.block(first, first, own, own) = part.topLeftCorner(own, own);
    whole.block(first, 0, own, shared) = part.topRightCorner(own, shared);
    whole.block(0, first, shared, own) = part.bottomLeftCorner(shared, own);
    first += own;
  }
  whole.topLeftCorner(shared, shared) =
      dense(dsne::federated::reference_part(*embedding_of(perplexity, layout), reference, all));
  dsne::tsne::Affinities p;
  p.offsets.push_back(0);
  for (Eigen::Index i = 0; i < all; ++i) {
    for (Eigen::Index j = 0; j < all; ++j) {
      if (whole(i, j) == 0) continue;
      p.columns.push_back(static_cast<std::uint32_t>(j));
      p.values.push_back(whole(i, j));
    }
    p.offsets.push_back(p.columns.size());
  }
  return p;
}
