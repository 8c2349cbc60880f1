#pragma once

#include <string_view>
#include <vector>

#include "methods/method.h"
#include "spectral/clusters.h"

namespace dsne::methods {

/// Clusters all sites' subjects by the leading eigenvectors of their affinities, approximated by
/// landmarks: Fed-SpeClust of Qiao, Ma and Fan, "Federated t-SNE and UMAP for Distributed Data
/// Visualization" (2025), but without sending each subject's values. Two sums over the sites give
/// the eigenvectors. K-means runs on the landmarks, so every sum is over all subjects.
const Method& spectral_clustering();

/// Makes a site's half, as Method::site does.
std::unique_ptr<SiteMethod> spectral_site(SiteProblem problem, const Json& state);

// Messages and state of both halves of method spectral-clustering.

/// What the coordinator asks the sites for, once each in this order, after `size`.
namespace spectral_stage {
inline constexpr const char* affinities = "affinities";  ///< the sums of their subjects' features
inline constexpr const char* products = "products";      ///< of the normalised features' products
inline constexpr const char* vectors = "vectors";        ///< of these times the eigenvectors
inline constexpr const char* count = "count";            ///< the number in each cluster
}  // namespace spectral_stage

inline constexpr int spectral_rounds = 5;

inline constexpr const char* affinity_sums_name = "affinity_sums";
inline constexpr const char* affinity_products_name = "affinity_products";
inline constexpr const char* vector_products_name = "vector_products";
inline constexpr const char* cluster_members_name = "cluster_members";
inline constexpr const char* cluster_counts_name = "cluster_counts";

/// Limits of the number of clusters found by the gap between eigenvalues.
inline constexpr Eigen::Index least_by_gap = 2;
inline constexpr Eigen::Index most_clusters_by_gap = 20;
/// The least eigenvalue: subjects must differ in as many directions as there are clusters.
inline constexpr double least_eigenvalue = 1e-9;

/// Returns the number of landmarks among the reference points: all, but at most the parameter's
/// number, one per eight subjects, and √(subjects · features)/2. With the last limit the sums have
/// at most an eighth as many numbers as the subjects' records.
/// @throws InputError when there are too few for the wanted number of clusters
Eigen::Index number_of_landmarks(const Parameters& parameters, const Matrix& reference,
                                 Eigen::Index subjects);

/// Draws reference points at random, the same at every node.
Matrix landmarks_among(const Matrix& reference, Eigen::Index landmarks);

/// Return a site's terms of the sums that all sites receive, or their shapes: features over all
/// subjects, and products with eigenvectors.
exchange::SumTerm affinity_sums_term(const RowVector& sums, Eigen::Index subjects);
exchange::SumTerm vector_products_term(const Matrix& products, Eigen::Index subjects);

/// Returns a symmetric matrix's entries on and above the diagonal, column by column.
RowVector packed_symmetric(const Matrix& matrix);

/// Reads the leading eigenvectors.
/// @throws MessageError when they are not orthonormal, or their values are not falling and between
///   least_eigenvalue and the number of subjects
spectral::Spectrum parse_spectrum(const Json& object, Eigen::Index landmarks, Eigen::Index clusters,
                                  Eigen::Index subjects, std::string_view what);

/// Reads a run's result.
/// @throws MessageError when it is malformed, or counts more subjects than there are
spectral::FoundClusters parse_found_clusters(const Json& json, std::string_view what);

}  // namespace dsne::methods
