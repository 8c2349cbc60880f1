#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Clusters of all sites' subjects, by the leading eigenvectors of their affinities, which
/// landmarks stand for: Fed-SpeClust of Qiao, Ma and Fan, "Federated t-SNE and UMAP for
/// Distributed Data Visualization" (2025), without what it posts. Two sums over the sites give the
/// eigenvectors, and k-means runs on the landmarks, so no sum is over a part of the subjects.
const Method& spectral_clustering();

/// Make its halves, as Method::site and Method::coordinator do.
std::unique_ptr<SiteMethod> spectral_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> spectral_coordinator(CoordinatorProblem problem,
                                                        const Json& state);

}  // namespace dsne::methods
