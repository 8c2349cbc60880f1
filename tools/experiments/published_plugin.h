#pragma once

#include <cstdint>
#include <vector>

#include "core/matrix.h"

namespace dsne::experiments {

/// What the published plugin sets.
struct PublishedPluginOptions {
  double perplexity = 30;
  Eigen::Index initial_dims = 50;
  int reference_iterations = 1000;  ///< of the t-SNE map of the reference
  int rounds = 501;
};

/// The joint map, reference first and then site by site, as the published plugin's algorithm makes
/// it (github.com/trendscenter/coinstac-dsne-multishot, read in its source), here in one process
/// and on our kernels: a peer to compare with. Its choices are kept, and what they amount to:
/// - rows are divided by their largest absolute value, freed of their own mean, and reduced at each
///   site by itself by a PCA that does not centre the columns;
/// - in the first round each site puts everything, the reference too, at random in the box of the
///   reference's map, so the coordinator's map of the reference is lost in the first average;
/// - affinities are exaggerated 8 times, and twice after 100 iterations, to the end;
/// - the gains never learn: they are 1.2 or 0.8 in every round;
/// - a site's velocity of the reference is its own, not the average.
/// Affinities are over the 10·perplexity nearest neighbours, not over all pairs, which comes to the
/// same; over 3·perplexity they would be flatter. Where points are fewer than features, where the
/// plugin's PCA fails, the principal components are taken.
/// @param reference, sites points × features, without missing values
Matrix published_plugin_embedding(const Matrix& reference, const std::vector<Matrix>& sites,
                                  const PublishedPluginOptions& options, std::uint64_t seed);

}  // namespace dsne::experiments
