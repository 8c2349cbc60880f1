#pragma once

#include <optional>

#include "core/matrix.h"
#include "exchange/site_sums.h"
#include "methods/method.h"
#include "methods/parameters.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// Embeds brain networks on a sphere: the regions of all sites' mean network, and each site's
/// subjects in comparison. Chung and Chen, "Embedding of Functional Human Brain Networks on a
/// Sphere" (2022).
///
/// Up to 400 regions, the sites' matrices and their squares are summed. With more, leading
/// eigenvectors come from sums of products with a few vectors. See docs/methods.md.
const Method& sphere_method();

/// Make its halves, as Method::site and Method::coordinator do.
std::unique_ptr<SiteMethod> sphere_site(SiteProblem problem, const Json& state);
std::unique_ptr<CoordinatorMethod> sphere_coordinator(CoordinatorProblem problem,
                                                      const Json& state);

/// What the coordinator asks the sites for, after `size`.
namespace sphere_stage {
inline constexpr const char* networks = "networks";    ///< the sums of their matrices
inline constexpr const char* noisy = "noisy";          ///< the sums with noise, with a guarantee
inline constexpr const char* products = "products";    ///< the sums times a few vectors
inline constexpr const char* distances = "distances";  ///< the subjects' distances from the group
}  // namespace sphere_stage

inline constexpr const char* connectivity_name = "connectivity";
inline constexpr const char* connectivity_squares_name = "squares";
inline constexpr const char* noisy_networks_name = "noisy_networks";
inline constexpr const char* network_products_name = "products";
inline constexpr const char* region_distances_name = "distances";
inline constexpr const char* distance_scale_name = "distance_scale";

/// With more regions no matrix is sent.
inline constexpr Eigen::Index most_regions_summed = 400;

/// With more regions the loss is not minimised: it needs time and memory for each pair of regions.
inline constexpr Eigen::Index most_regions_minimised = 5000;

/// Returns the form used for a number of regions, whatever was asked for.
sphere::Form sphere_form_of(const Parameters& parameters, Eigen::Index regions);

/// The search for the leading eigenvectors' subspace: blocks of vectors, one per round, each
/// orthogonal to earlier ones.
inline constexpr Eigen::Index subspace_spare = 10;
inline constexpr int subspace_rounds = 6;

/// Returns a site's term, 1 × 3: its number of subjects, and this number times the centre and the
/// deviation of their log-distances: the mean of the middle half, and the deviation of a normal
/// distribution whose lower half has the same mean, which bad scans do not widen. 0 with fewer than
/// 12 subjects.
exchange::SumTerm distance_scale_term(const Vector& log_distances, Eigen::Index subjects);

/// Returns the bound of that term.
double distance_scale_bound(Eigen::Index subjects);

/// Returns the mean of the sites' scales, weighted by their subjects, from the sum of such terms;
/// nothing if no site has one.
std::optional<sphere::DistanceScale> distance_scale_of(const RowVector& sums);

/// Return the bounds of sums over a number of subjects: of products with vectors of length 1, and
/// of angles.
double network_products_bound(Eigen::Index subjects, Eigen::Index regions);
double distance_sums_bound(Eigen::Index subjects);

/// Returns the names of the regions whose pairs the features are.
/// @param features "a~b" for each pair of regions, row by row
/// @throws InputError when they are not such pairs
std::vector<std::string> regions_of_features(const std::vector<std::string>& features);

/// Returns the network in a region's name: the part before a colon ("Vis:V1"), or the third part of
/// the names of Schaefer's parcellations ("7Networks_LH_Vis_1"); "" for none.
std::string network_of_region(const std::string& region);

/// Reads a group's sphere.
/// @throws MessageError when it is malformed, or its shapes do not fit its number of regions
sphere::GroupSphere parse_group_sphere(const Json& json, std::string_view what);

// The group's network with a guarantee: one sum of all subjects' networks, each scaled to the same
// length, with noise that the sites add together. docs/privacy.md has the proof.

/// Returns a subject's part of the sum: its network as whole numbers, together no longer than
/// whole_length. The first number stands for the whole diagonal, the others for the entries above
/// it, row by row. The inner product of two such vectors is that of the networks. Networks have no
/// negative eigenvalues, so their angle is never above 90°.
/// @param pairs the network's values above the diagonal; any numbers, and NaN
RowVector whole_network(const RowVector& pairs, Eigen::Index regions);

/// Returns how many numbers that is.
Eigen::Index whole_network_size(Eigen::Index regions);

/// Returns the sum with its cost.
exchange::NoisySum network_sum(const Parameters& parameters);

/// What a noisy sum tells of the group.
struct NoisyNetwork {
  RowVector pairs;   ///< the mean correlations; a network's weight is the inverse of its length
  double noise = 0;  ///< the standard deviation of the noise on each
};

/// Computes the group's network. @param sum of whole networks, with the noise of `sites` sites
NoisyNetwork noisy_network(const RowVector& sum, const Parameters& parameters, Eigen::Index sites,
                           Eigen::Index regions, Eigen::Index subjects);

struct NumberRange {
  double least = 0;
  double most = 0;
};

/// Returns the possible range of the noise's standard deviation on a correlation, for any networks.
NumberRange noise_range(const Parameters& parameters, Eigen::Index sites, Eigen::Index regions,
                        Eigen::Index subjects);

}  // namespace dsne::methods
