#pragma once

#include <optional>

#include "core/json.h"
#include "exchange/site_answer.h"
#include "quality/oddness.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// What the coordinator asks the sites for.
namespace sphere_stage {
inline constexpr const char* size = "size";            ///< how many subjects they have
inline constexpr const char* networks = "networks";    ///< the sums of their matrices
inline constexpr const char* noisy = "noisy";          ///< with a guarantee: these with noise
inline constexpr const char* products = "products";    ///< of these times a few vectors
inline constexpr const char* distances = "distances";  ///< how far subjects are from the group
}  // namespace sphere_stage

inline constexpr const char* connectivity_name = "connectivity";
inline constexpr const char* connectivity_squares_name = "squares";
inline constexpr const char* noisy_networks_name = "noisy_networks";
inline constexpr const char* network_products_name = "products";
inline constexpr const char* region_distances_name = "distances";
inline constexpr const char* distance_scale_name = "distance_scale";

/// With more regions no matrix travels.
inline constexpr Eigen::Index most_regions_summed = 400;

/// With more the loss is not minimised: it takes time and memory for each pair of regions.
inline constexpr Eigen::Index most_regions_minimised = 5000;

/// Nor are there more than these.
inline constexpr Eigen::Index most_regions = 20000;

/// How a subspace of the leading eigenvectors is found: blocks of vectors, each orthogonal to those
/// before, a round for each.
inline constexpr Eigen::Index subspace_spare = 10;
inline constexpr int subspace_rounds = 6;

/// A site's term: 1 × 3, its subjects, and that times the middle and the spread of the logarithms
/// of their distances (quality::oddness_scale), or 0 where it has too few.
exchange::SumTerm distance_scale_term(const Vector& log_distances, Eigen::Index subjects);

/// Its bound.
double distance_scale_bound(Eigen::Index subjects);

/// The mean of the sites' scales by the sum of such terms, each weighted by its subjects; nothing
/// where no site has one.
std::optional<quality::OddnessScale> distance_scale_of(const RowVector& sums);

/// The bounds of sums over so many subjects of products with vectors of length 1, and of angles.
double network_products_bound(Eigen::Index subjects, Eigen::Index regions);
double distance_sums_bound(Eigen::Index subjects);

/// The names of the regions of which features are the pairs.
/// @param features "a~b" for each pair of regions, row by row
/// @throws InputError when they are not
std::vector<std::string> regions_of_features(const std::vector<std::string>& features);

/// The network that a region's name tells: what is before a colon ("Vis:V1"), or the third part of
/// the names of Schaefer's parcellations ("7Networks_LH_Vis_1"); "" where it tells none.
std::string network_of_region(const std::string& region);

/// A group's sphere as JSON that people can read, and back.
/// @throws MessageError when it is not one of such, or has other shapes than its own number of
///   regions gives it
Json to_json(const sphere::GroupSphere& group);
sphere::GroupSphere parse_group_sphere(const Json& json, std::string_view what);

}  // namespace dsne::methods
