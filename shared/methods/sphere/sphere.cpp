#include "methods/sphere/sphere.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/step.h"
#include "methods/messages.h"
#include "sphere/network.h"

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

namespace {

void check_correlations(const Parameters& parameters, const Matrix& values) {
  // With a guarantee, whole_network takes any numbers.
  if (parameters.sphere_epsilon > 0 || !(values.array().abs() > 1).any()) return;
  throw InputError(
      "method sphere needs correlations, from -1 to 1; as they were before Fisher's z");
}

std::string sphere_description(const Parameters& parameters) {
  return "The regions of all subjects' mean network lie on the sphere such that the angles "
         "between them match the arc cosines of its correlations as well as possible (" +
         std::string(parameters.sphere_form == sphere::Form::closed
                         ? "the closed form of Chung and Chen 2022"
                         : "Chung and Chen's loss, minimised from their closed form, with more "
                           "than 400 regions of the mean network as far as sums determine it, and "
                           "with more than 5,000 the closed form") +
         "). At its site, each subject's own network was put on a sphere in the same way, and "
         "rotated onto this one.";
}

std::optional<PrivacyPlan> sphere_plan(const Parameters& parameters) {
  if (parameters.sphere_epsilon == 0) return std::nullopt;
  return PrivacyPlan{
      network_sum(parameters).planned(), 1, false,
      SharedNoise{"a sphere", "sphere_epsilon", parameters.sphere_epsilon},
      "Nothing else of its subjects but their number, and the names of regions, leaves a site."};
}

}  // namespace

void SphereOptions::list(OptionList& options) {
  options.choice("sphere_form", sphere_form,
                 {{"minimised", sphere::Form::minimised}, {"closed", sphere::Form::closed}},
                 "How method sphere places regions: closed is the published form, minimised "
                 "reduces its stress further.",
                 "`closed` for the published figures, and with much noise; more than 5,000 regions "
                 "always take it");
  options.number("sphere_epsilon", sphere_epsilon, 0, 100,
                 "The epsilon that the network of method sphere costs each site; 0 sums networks "
                 "without a guarantee.",
                 "With thousands of subjects, where nothing may leave without a guarantee; nobody "
                 "is then flagged");
  options.number("dp_colluding", dp_colluding, 1, 1000,
                 "How many sites may collude with the coordinator and each other without breaking "
                 "a guarantee whose noise all sites add together, as of method sphere.",
                 "More where sites trust few others; the noise grows");
}

const Method& sphere_method() {
  static const Method method = {
      .name = "sphere",
      .needs_reference = false,
      .ending = Ending::result,
      .parameters = with_own<SphereOptions>({"no_dims", "least_in_sums", "dp_delta"}),
      .sent_fields =
          {{phase::embed, "regions", Shows::nothing,
            "the names of its networks' regions, or their numbers from 1; to `size`, alone",
            "names of regions, not of subjects"},
           {phase::embed, subjects_name, Shows::sums, "1 × 1, N_l; to `size`, alone",
            "how many subjects there are at all sites, which every site is told", true},
           {phase::embed, connectivity_name, Shows::sums,
            "1 × pairs of regions, the sum of its subjects' correlations; to `networks`, alone",
            "the mean network of all subjects", true},
           {phase::embed, connectivity_squares_name, Shows::sums,
            "1 × pairs of regions, the sum of their squares; likewise",
            "how far each correlation varies between all subjects", true},
           {phase::embed, noisy_networks_name, Shows::noise,
            "1 × (1 + pairs of regions) whole numbers, with `sphere_epsilon` the sum of its "
            "subjects' networks, each brought to one length, and its share of noise; to `noisy`, "
            "alone",
            "noisy: (ε, δ)-differentially private, see the privacy page", true},
           {phase::embed, network_products_name, Shows::sums,
            "regions × `width`, the sum of its subjects' networks times `basis`; to "
            "`products`, alone",
            "products of the mean network, less than that itself", true},
           {phase::embed, region_distances_name, Shows::sums,
            "regions × 2, the sum of its subjects' angles from the group at each region, and how "
            "many have a place there; to `distances`, alone",
            "the mean over all subjects", true},
           {phase::embed, distance_scale_name, Shows::sums,
            "1 × 3, the number of its subjects, if it has 12, and that times the middle and "
            "the spread of the logarithms of their distances; likewise",
            "where ordinary subjects' distances lie", true}},
      .description = sphere_description,
      .disclosure = always(
          "The mean network, and how far it varies, depend on every subject, without a guarantee "
          "of privacy: the results of two runs, one with a subject and one without, reveal "
          "that subject's network. A coordinator that lies about the number of subjects chooses "
          "where a site's sums are cut off."),
      .privacy_plan = sphere_plan,
      .check_values = check_correlations,
      .site = sphere_site,
      .coordinator = sphere_coordinator};
  return method;
}

namespace {

/// Ones on the diagonal, as one number, where the product of two networks is half the matrices'.
double whole_diagonal(Index regions) { return std::sqrt(static_cast<double>(regions) / 2); }

/// Returns a bound for any number of regions of the sum.
double network_sensitivity() {
  // For matrices A and B with eigenvalues of at least −τ, tr AB is at least −2nτ − nτ². Their
  // halves have a squared length of at least n/2.
  constexpr double cosine_below_0 = 3 * sphere::proper_rounding;
  return exchange::apart_at_right_angles(whole_network_size(most_regions_summed), cosine_below_0);
}

/// Returns the possible range of the sum's first number without noise.
NumberRange diagonals(Index regions, Index subjects) {
  // No network is longer than that of ones.
  const double most = static_cast<double>(subjects) * exchange::whole_length;
  return {most / std::sqrt(static_cast<double>(regions)), most};
}

}  // namespace

RowVector whole_network(const RowVector& pairs, Index regions) {
  RowVector vector(whole_network_size(regions));
  vector << whole_diagonal(regions),
      upper_triangle(sphere::proper_network(sphere::network_from_pairs(pairs, regions)));
  return exchange::whole_rows(vector.normalized());
}

Index whole_network_size(Index regions) { return 1 + regions * (regions - 1) / 2; }

exchange::NoisySum network_sum(const Parameters& parameters) {
  return {"its part of the sum of networks", "a sphere with a guarantee", network_sensitivity(),
          exchange::cost_of(parameters.sphere_epsilon, parameters.dp_delta),
          parameters.dp_colluding};
}

NoisyNetwork noisy_network(const RowVector& sum, const Parameters& parameters, Index sites,
                           Index regions, Index subjects) {
  const NumberRange range = diagonals(regions, subjects);
  const double unit = whole_diagonal(regions) / std::clamp(sum(0), range.least, range.most);
  return {(sum.tail(sum.size() - 1) * unit).cwiseMax(-1).cwiseMin(1),
          network_sum(parameters).deviation(sites) * unit};
}

NumberRange noise_range(const Parameters& parameters, Index sites, Index regions, Index subjects) {
  const NumberRange range = diagonals(regions, subjects);
  const double noise = network_sum(parameters).deviation(sites) * whole_diagonal(regions);
  return {noise / range.most, noise / range.least};
}

}  // namespace dsne::methods
