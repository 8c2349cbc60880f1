#pragma once

#include <string_view>
#include <vector>

#include "core/json.h"
#include "exchange/site_answer.h"
#include "methods/parameters.h"
#include "spectral/clusters.h"

namespace dsne::methods {

// What both halves of method spectral-clustering say and keep.

/// What the coordinator asks the sites for, in this order, once each, after `size`.
namespace spectral_stage {
inline constexpr const char* affinities = "affinities";  ///< the sums of their subjects' features
inline constexpr const char* products = "products";      ///< of the normalised features' products
inline constexpr const char* vectors = "vectors";        ///< of these times the eigenvectors
inline constexpr const char* count = "count";            ///< how many are in which cluster
}  // namespace spectral_stage

inline constexpr int spectral_rounds = 5;

inline constexpr const char* affinity_sums_name = "affinity_sums";
inline constexpr const char* affinity_products_name = "affinity_products";
inline constexpr const char* vector_products_name = "vector_products";
inline constexpr const char* cluster_members_name = "cluster_members";
inline constexpr const char* cluster_counts_name = "cluster_counts";

inline constexpr Eigen::Index least_spectral_landmarks = 2;
inline constexpr Eigen::Index most_spectral_landmarks = 1000;
inline constexpr Eigen::Index most_clusters = 50;
/// Where their number is found by the gap.
inline constexpr Eigen::Index least_by_gap = 2;
inline constexpr Eigen::Index most_clusters_by_gap = 20;
/// Subjects must differ in as many directions as there are clusters.
inline constexpr double least_eigenvalue = 1e-9;

/// How many points of the reference are landmarks: all, unless they are more than the parameter
/// allows, than one for eight subjects, or than √(subjects · features)/2, so that there are an
/// eighth as many sums as numbers in the subjects' records, or fewer.
/// @throws InputError when they are too few for as many clusters as are asked for
Eigen::Index number_of_landmarks(const Parameters& parameters, const Matrix& reference,
                                 Eigen::Index subjects);

/// So many of the reference's points, drawn at random, the same for all.
Matrix landmarks_among(const Matrix& reference, Eigen::Index landmarks);

/// A site's terms of sums that all are told, or their shapes: features over all subjects, and
/// products with eigenvectors.
exchange::SumTerm affinity_sums_term(const RowVector& sums, Eigen::Index subjects);
exchange::SumTerm vector_products_term(const Matrix& products, Eigen::Index subjects);

/// A symmetric matrix as its entries on and above the diagonal, and back.
RowVector packed_symmetric(const Matrix& matrix);
Matrix symmetric_from(const RowVector& entries, Eigen::Index size);

/// The leading eigenvectors that a message or a state holds.
/// @throws MessageError when they are not orthonormal, or their values not falling and between
///   least_eigenvalue and the number of subjects
Json to_json(const spectral::Spectrum& spectrum);
spectral::Spectrum parse_spectrum(const Json& object, Eigen::Index landmarks, Eigen::Index clusters,
                                  Eigen::Index subjects, std::string_view what);

/// A run's result as JSON that people can read, and back.
/// @throws MessageError when it is not one of such
Json to_json(const spectral::FoundClusters& found);
spectral::FoundClusters parse_found_clusters(const Json& json, std::string_view what);

}  // namespace dsne::methods
