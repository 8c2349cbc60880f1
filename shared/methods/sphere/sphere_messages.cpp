#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "methods/sphere/sphere.h"

namespace dsne::methods {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr Index least_for_scale = 12;
/// The distance of the lower half's mean from the centre of a standard normal distribution: √(2/π).
constexpr double lower_half_mean = 0.79788456;

/// Returns the regions' names if the first one has this length; nothing if the features do not fit.
Names names_with_first(const Names& features, std::size_t regions, std::size_t length) {
  const std::string first = features.front().substr(0, length) + '~';
  Names names = {features.front().substr(0, length)};
  for (std::size_t other = 1; other < regions; ++other) {
    if (!features[other - 1].starts_with(first)) return {};
    names.push_back(features[other - 1].substr(first.size()));
  }
  std::size_t next = 0;
  for (std::size_t a = 0; a < regions; ++a) {
    for (std::size_t b = a + 1; b < regions; ++b) {
      if (features[next++] != names[a] + '~' + names[b]) return {};
    }
  }
  return names;
}

}  // namespace

sphere::Form sphere_form_of(const Parameters& parameters, Index regions) {
  return regions > most_regions_minimised ? sphere::Form::closed : parameters.sphere_form;
}

double distance_scale_bound(Index subjects) {
  constexpr double most = 100;  // bounds the logarithm of an angle
  return most * static_cast<double>(subjects);
}

exchange::SumTerm distance_scale_term(const Vector& log_distances, Index subjects) {
  RowVector sums = RowVector::Zero(3);
  const Index count = log_distances.size();
  if (count >= least_for_scale) {
    Vector sorted = log_distances;
    std::sort(sorted.begin(), sorted.end());
    const double centre = sorted.segment(count / 4, count - 2 * (count / 4)).mean();
    sums << 1, centre, (centre - sorted.head(count / 2).mean()) / lower_half_mean;
    sums *= static_cast<double>(count);
  }
  return {distance_scale_name, distance_scale_bound(subjects), sums};
}

std::optional<sphere::DistanceScale> distance_scale_of(const RowVector& sums) {
  if (sums(0) < 1) return std::nullopt;
  return sphere::DistanceScale{sums(1) / sums(0), std::max(0.0, sums(2) / sums(0))};
}

double network_products_bound(Index subjects, Index regions) {
  return static_cast<double>(subjects) * std::sqrt(static_cast<double>(regions));
}

double distance_sums_bound(Index subjects) {
  constexpr double most = 4;  // > π
  return most * static_cast<double>(subjects);
}

Names regions_of_features(const Names& features) {
  const auto regions = sphere::regions_of_pairs(std::ssize(features));
  if (regions) {
    const std::string& first = features.front();
    for (auto at = first.find('~'); at != std::string::npos; at = first.find('~', at + 1)) {
      Names names = names_with_first(features, static_cast<std::size_t>(*regions), at);
      if (!names.empty()) return names;
    }
  }
  throw InputError(
      "method sphere needs a network per subject: data_format connectivity or time_series");
}

std::string network_of_region(const std::string& region) {
  const auto colon = region.find(':');
  if (colon != std::string::npos) return region.substr(0, colon);
  const auto parcellation = region.find("Networks_");
  if (parcellation == std::string::npos) return "";
  const auto hemisphere = region.find('_', parcellation);
  const auto network = region.find('_', hemisphere + 1);
  if (network == std::string::npos) return "";
  return region.substr(network + 1, region.find('_', network + 1) - network - 1);
}

sphere::GroupSphere parse_group_sphere(const Json& json, std::string_view what) {
  auto group = parse_message<sphere::GroupSphere>(json, what);
  const auto refuse_unless = [&](bool holds, const char* otherwise) {
    if (!holds) throw MessageError(std::string(what) + ": " + otherwise);
  };
  const Index regions = std::ssize(group.regions);
  refuse_unless(regions >= 2 && regions <= sphere::most_regions, "regions are too many or too few");
  constexpr double rounding = 1e-6;
  refuse_unless(((group.places.rowwise().norm().array() - 1).abs() <= rounding).all(),
                "places are not on the sphere");
  if (!group.fit) return group;
  refuse_unless(group.fit->disk_places.rows() == regions, "disk_places are of other regions");
  for (const auto* edges : {&group.fit->strongest, &group.fit->varying}) {
    refuse_unless(std::ranges::all_of(*edges,
                                      [&](const sphere::Edge& edge) {
                                        return edge.from < regions && edge.to < regions;
                                      }),
                  "an edge is of another region");
  }
  return group;
}

}  // namespace dsne::methods
