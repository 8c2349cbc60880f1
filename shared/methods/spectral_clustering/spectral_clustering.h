#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Clusters all sites' subjects by the leading eigenvectors of their affinities, approximated by
/// landmarks: Fed-SpeClust of Qiao, Ma and Fan, "Federated t-SNE and UMAP for Distributed Data
/// Visualization" (2025), but without sending each subject's values. Two sums over the sites give
/// the eigenvectors. K-means runs on the landmarks, so every sum is over all subjects.
const Method& spectral_clustering();

/// Makes a site's half, as Method::site does.
std::unique_ptr<SiteMethod> spectral_site(SiteProblem problem, const Json& state);

}  // namespace dsne::methods
