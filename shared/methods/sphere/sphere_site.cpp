#include <cmath>
#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "methods/messages.h"
#include "methods/method.h"
#include "methods/sphere/sphere.h"
#include "sphere/network.h"
#include "sphere/spherical_mds.h"

namespace dsne::methods {
namespace {

using Eigen::Index;

/// Limits for a subject's network; the group's is minimised fully.
constexpr sphere::DescentLimits subject_limits = {60, 1e-4};

bool are_networks_of(const sphere::GroupSphere& group) {
  for (std::size_t region = 0; region < group.regions.size(); ++region) {
    if (group.networks[region] != network_of_region(group.regions[region])) return false;
  }
  return true;
}

void check_guaranteed(const sphere::GroupSphere& group, const NumberRange& range) {
  constexpr double rounding = 1e-9;
  expect(!group.mean_distances && !group.ordinary,
         "a run with a guarantee tells no distances of subjects");
  expect(group.fit && group.fit->varying.empty(),
         "a run with a guarantee does not tell which correlations vary");
  expect(group.noise && *group.noise >= range.least * (1 - rounding) &&
             *group.noise <= range.most * (1 + rounding),
         "noise is not that of this run");
}

void check_exact(const sphere::GroupSphere& group) {
  expect(!group.noise, "this run has no noise");
  expect(group.mean_distances.has_value(), "mean_distances is missing");
  expect(group.fit.has_value() == (std::ssize(group.regions) <= most_regions_summed),
         "fit is not what is known of this many regions");
}

/// Refuses a group's sphere that this run cannot end in. A coordinator could otherwise invent
/// distances that flag subjects in a run with a guarantee, or understate the noise.
/// @param sites of the run
/// @param subjects of the run, as the sites were told
/// @throws MessageError naming what is wrong
void check_result(const sphere::GroupSphere& group, const Parameters& parameters, Index sites,
                  Index subjects) {
  const Index regions = std::ssize(group.regions);
  expect(group.places.cols() == parameters.no_dims + 1, "coordinates is not no_dims + 1");
  expect(group.subjects == subjects, "subjects is not how many there are");
  expect(group.form == sphere_form_of(parameters, regions), "form is not the one asked for");
  expect(are_networks_of(group), "networks are not those of the regions' names");
  if (parameters.sphere_epsilon > 0) {
    expect(regions <= most_regions_summed, "regions are too many for a guarantee");
    check_guaranteed(group, noise_range(parameters, sites, regions, subjects));
  } else {
    check_exact(group);
  }
}

class SphereSite final : public SiteMethod {
 public:
  SphereSite(SiteProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (!state.is_null()) restore(state, *this);
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("answered", self.answered_);
    visit("subjects", self.subjects_);
    visit("rounds", self.rounds_);
  }

  exchange::SiteAnswer round(const Json& message) override {
    const std::string asked = text_field(message, "stage", exchange::coordinator_message_name);
    expect(follows(asked), unexpected_stage);
    exchange::SiteAnswer answer = asked == stage::size              ? say_size()
                                  : asked == sphere_stage::noisy    ? sum_with_noise(message)
                                  : asked == sphere_stage::networks ? sum_networks(message)
                                  : asked == sphere_stage::products ? multiply(message)
                                                                    : sum_distances(message);
    answered_ = asked;
    return answer;
  }

  exchange::SiteAnswer finish(const Json& /*message*/) override { return {}; }
  Matrix coordinates() const override { return {}; }

  SiteFindings findings(const Json& result) const override {
    sphere::SiteSphere site{parse_group_sphere(result, exchange::coordinator_message_name), {}};
    check_regions(site.group.regions, problem_.subjects->features());
    check_result(site.group, problem_.parameters, problem_.sites, subjects_);
    site.own = networks_beside(site.group.places);
    sphere::judge(site.own, site.group.ordinary);
    return {site};
  }

  Json state() const override { return state_of(*this); }

 private:
  /// Returns whether this question may follow: each sum is asked for once.
  bool follows(const std::string& asked) const {
    if (asked == stage::size) return answered_.empty();
    if (has_guarantee()) return asked == sphere_stage::noisy && answered_ == stage::size;
    if (asked == sphere_stage::networks) return answered_ == stage::size;
    if (asked == sphere_stage::products) {
      return answered_ == stage::size ||
             (answered_ == sphere_stage::products && rounds_ < subspace_rounds);
    }
    return asked == sphere_stage::distances &&
           (answered_ == sphere_stage::networks || answered_ == sphere_stage::products);
  }

  static void check_regions(const std::vector<std::string>& regions,
                            const std::vector<std::string>& features) {
    if (regions != regions_of_features(features)) {
      throw InputError("the sites' networks have other regions, or have them in another order");
    }
  }

  exchange::SiteAnswer say_size() {
    const std::vector<std::string> regions = regions_of_features(problem_.subjects->features());
    if (std::ssize(regions) > sphere::most_regions) {
      throw InputError("method sphere takes networks of at most " +
                       std::to_string(sphere::most_regions) + " regions");
    }
    return {{{"regions", regions}}, {size_term(problem_.own_points)}};
  }

  /// Reads the number of all subjects: sums over few others would reveal these.
  void take_size(const Json& message) {
    subjects_ = all_subjects(message, problem_.own_points);
    if (subjects_ - problem_.own_points < problem_.parameters.least_in_sums) {
      throw InputError(
          "the other sites have too few subjects for a group's network: fewer than "
          "least_in_sums");
    }
    check_regions(texts_field(message, "regions", exchange::coordinator_message_name),
                  problem_.subjects->features());
  }

  exchange::SiteAnswer sum_with_noise(const Json& message) {
    take_size(message);
    const Index regions = std::ssize(regions_of_features(problem_.subjects->features()));
    expect(regions <= most_regions_summed, "networks are too large to be asked for");
    const exchange::NoisySum noisy = network_sum(problem_.parameters);
    const double share = noisy.share_variance(problem_.sites);
    problem_.spend(noisy.release(problem_.sites));
    const Matrix own = problem_.subjects->points().own;
    RowVector sum = RowVector::Zero(whole_network_size(regions));
    for (const auto& pairs : own.rowwise()) sum += whole_network(pairs, regions);
    return {Json::object(), {{noisy_networks_name, exchange::noisy_bound, sum, share}}};
  }

  exchange::SiteAnswer sum_networks(const Json& message) {
    take_size(message);
    const Matrix own = problem_.subjects->points().own;
    expect(regions_of(own) <= most_regions_summed, "networks are too large to be asked for");
    const auto bound = static_cast<double>(subjects_);
    return {Json::object(),
            {{connectivity_name, bound, own.colwise().sum()},
             {connectivity_squares_name, bound, own.colwise().squaredNorm()}}};
  }

  exchange::SiteAnswer multiply(const Json& message) {
    if (rounds_ == 0) take_size(message);
    const Matrix own = problem_.subjects->points().own;
    const Index regions = regions_of(own);
    expect(regions > most_regions_summed, "networks are too small to be asked for products");
    ++rounds_;
    const Index width =
        integer_field(message, "width", 1, problem_.parameters.no_dims + 1 + subspace_spare,
                      exchange::coordinator_message_name);
    const Matrix basis =
        matrix_field(message, "basis", regions, width, exchange::coordinator_message_name);
    expect(is_orthonormal(basis), "basis is not orthonormal");
    Matrix sum = sphere::network_from_pairs(own.colwise().sum(), regions);
    sum.diagonal().setConstant(static_cast<double>(own.rows()));
    return {Json::object(),
            {{network_products_name, network_products_bound(subjects_, regions), sum * basis}}};
  }

  exchange::SiteAnswer sum_distances(const Json& message) {
    const Index regions = regions_of(problem_.subjects->points().own);
    const Matrix group = matrix_field(message, "places", regions, problem_.parameters.no_dims + 1,
                                      exchange::coordinator_message_name);
    const sphere::OwnNetworks own = networks_beside(group);
    const auto missing = own.distances.array().isNaN();
    Matrix sums(regions, 2);
    sums.col(0) = missing.select(0.0, own.distances.array()).colwise().sum().transpose();
    sums.col(1) = (1 - missing.cast<double>()).colwise().sum().transpose();
    return {Json::object(),
            {{region_distances_name, distance_sums_bound(subjects_), sums},
             distance_scale_term(own.overall.unaryExpr(&sphere::log_distance), subjects_)}};
  }

  bool has_guarantee() const { return problem_.parameters.sphere_epsilon > 0; }

  static Index regions_of(const Matrix& own) { return *sphere::regions_of_pairs(own.cols()); }

  sphere::OwnNetworks networks_beside(const Matrix& group) const {
    const sphere::Form form = sphere_form_of(problem_.parameters, group.rows());
    const Matrix own = problem_.subjects->points().own;
    sphere::OwnNetworks networks;
    networks.distances.resize(own.rows(), group.rows());
    networks.overall.resize(own.rows());
    for (Index i = 0; i < own.rows(); ++i) {
      Matrix network = sphere::network_from_pairs(own.row(i), group.rows());
      if (has_guarantee()) network = sphere::proper_network(network);
      const Matrix places = sphere::embed_network(network, group.cols() - 1, form, subject_limits);
      networks.places.push_back(sphere::turned_onto(places, group));
      const Vector distances = sphere::angles_between(networks.places.back(), group);
      networks.distances.row(i) = distances.transpose();
      networks.overall(i) = sphere::root_mean_square(distances);
    }
    return networks;
  }

  SiteProblem problem_;
  std::string answered_;  ///< the stage of the last message; "" before the first
  Index subjects_ = 0;    ///< of the run
  Index rounds_ = 0;      ///< of products so far
};

}  // namespace

std::unique_ptr<SiteMethod> sphere_site(SiteProblem problem, const Json& state) {
  return std::make_unique<SphereSite>(std::move(problem), state);
}

}  // namespace dsne::methods
