#include <cmath>
#include <random>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/state.h"
#include "core/uniform.h"
#include "data/pca.h"
#include "exchange/site_answers.h"
#include "methods/messages.h"
#include "methods/method.h"
#include "methods/sphere/sphere.h"
#include "sphere/spherical_mds.h"

namespace dsne::methods {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

Matrix without_directions(const Matrix& columns, const Matrix& directions) {
  if (directions.cols() == 0) return columns;
  return columns - directions * (directions.transpose() * columns);
}

Matrix random_block(Index rows, Index columns) {
  std::mt19937_64 engine(1);
  Matrix block(rows, columns);
  for (double& value : block.reshaped()) value = uniform(engine) - 0.5;
  return block;
}

Matrix beside(const Matrix& left, const Matrix& right) {
  Matrix both(right.rows(), left.cols() + right.cols());
  if (left.cols() > 0) both.leftCols(left.cols()) = left;
  both.rightCols(right.cols()) = right;
  return both;
}

/// Returns the regions, which all sites must agree on.
Names agreed_regions(const exchange::SiteAnswers& answers) {
  Names regions;
  std::string first;
  for (const auto& [site, answer] : answers.messages()) {
    Names own = texts_field(answer, "regions", exchange::message_name(site));
    if (first.empty()) {
      regions = std::move(own);
      first = site;
    } else if (own != regions) {
      std::string error = "the networks of sites " + first;
      error.append(" and ").append(site);
      throw InputError(error + " have other regions, or have them in another order");
    }
  }
  if (std::ssize(regions) > sphere::most_regions)
    throw InputError("the sites' networks are too large");
  return regions;
}

class SphereCoordinator final : public CoordinatorMethod {
 public:
  SphereCoordinator(CoordinatorProblem problem, const Json& state) : problem_(std::move(problem)) {
    if (state.is_null()) return;
    restore(state, *this);
    if (state.contains("group")) {
      group_ = parse_group_sphere(state["group"], exchange::coordinator_cache_name);
    }
  }

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("stage", self.stage_);
    visit("regions", self.group_.regions);
    visit("subjects", self.group_.subjects);
    visit("handed_on", self.handed_on_);
    visit("rounds", self.rounds_);
    visit("basis", self.basis_);
    visit("products", self.products_);
  }

  Json message() const override {
    Json message = {{"stage", stage_}};
    message.update(handed_on_);
    if (stage_ == sphere_stage::networks || stage_ == sphere_stage::noisy || is_first_product()) {
      message["regions"] = group_.regions;
    }
    if (stage_ == sphere_stage::products) {
      message["width"] = width();
      message["basis"] = pack(basis_.rightCols(width()));
    }
    if (stage_ == sphere_stage::distances) message["places"] = pack(group_.places);
    return message;
  }

  void combine(const exchange::SiteAnswers& answers) override {
    handed_on_ = Json::object();
    if (stage_ == stage::size) {
      take_sizes(answers);
    } else if (stage_ == sphere_stage::networks) {
      take_networks(answers);
    } else if (stage_ == sphere_stage::noisy) {
      take_noisy(answers);
    } else if (stage_ == sphere_stage::products) {
      take_products(answers);
    } else {
      take_distances(answers);
    }
  }

  int rounds() const override {
    if (problem_.parameters.sphere_epsilon > 0) return 2;
    constexpr int before_and_after = 2;
    return before_and_after + (regions() > most_regions_summed ? subspace_rounds : 1);
  }

  Matrix reference_coordinates() const override { return {}; }
  Json result() const override { return to_message(group_); }

  JointFindings findings() const override { return {group_}; }

  Json state() const override {
    Json state = state_of(*this);
    if (stage_ == sphere_stage::distances || stage_ == done) state["group"] = to_message(group_);
    return state;
  }

 private:
  static constexpr const char* done = "done";

  Index regions() const { return std::ssize(group_.regions); }
  Index dimensions() const { return problem_.parameters.no_dims; }
  Index width() const { return dimensions() + 1 + subspace_spare; }
  bool is_first_product() const { return stage_ == sphere_stage::products && rounds_ == 0; }

  void take_sizes(const exchange::SiteAnswers& answers) {
    group_.regions = agreed_regions(answers);
    if (regions() <= dimensions() + 1) {
      throw InputError("method sphere needs networks of more regions than no_dims + 1");
    }
    group_.subjects = all_subjects(answers, handed_on_);
    stage_ = stage_after_sizes();
    if (stage_ == sphere_stage::products) {
      basis_ = data::orthonormal(random_block(regions(), width()));
      products_.resize(regions(), 0);
    }
  }

  const char* stage_after_sizes() const {
    const bool summed = regions() <= most_regions_summed;
    if (problem_.parameters.sphere_epsilon == 0) {
      return summed ? sphere_stage::networks : sphere_stage::products;
    }
    if (!summed) throw InputError("a sphere with a guarantee has at most 400 regions");
    return sphere_stage::noisy;
  }

  /// Processes the noisy network, the only sum with a guarantee.
  void take_noisy(const exchange::SiteAnswers& answers) {
    const NoisyNetwork network = noisy_network(
        answers.sum(noisy_networks_name, 1, whole_network_size(regions()), exchange::noisy_bound)
            .row(0),
        problem_.parameters, std::ssize(answers.messages()), regions(), group_.subjects);
    group_.form = problem_.parameters.sphere_form;
    group_.noise = network.noise;
    put_on_sphere(group_, sphere::network_from_pairs(network.pairs, regions()), Matrix(0, 0),
                  dimensions());
    name_networks();
    stage_ = done;
  }

  void take_networks(const exchange::SiteAnswers& answers) {
    const Index pairs = regions() * (regions() - 1) / 2;
    const auto subjects = static_cast<double>(group_.subjects);
    const RowVector mean = answers.sum(connectivity_name, 1, pairs, subjects).row(0) / subjects;
    const RowVector squares =
        answers.sum(connectivity_squares_name, 1, pairs, subjects).row(0) / subjects;
    const RowVector deviations = (squares.array() - mean.array().square()).max(0).sqrt();
    group_.form = problem_.parameters.sphere_form;
    put_on_sphere(group_, sphere::network_from_pairs(mean, regions()),
                  sphere::network_from_pairs(deviations, regions()), dimensions());
    begin_distances();
  }

  void take_products(const exchange::SiteAnswers& answers) {
    const auto subjects = static_cast<double>(group_.subjects);
    products_ = beside(products_, answers.sum(network_products_name, regions(), width(),
                                              network_products_bound(group_.subjects, regions())) /
                                      subjects);
    ++rounds_;
    if (rounds_ < subspace_rounds) {
      const Matrix next = without_directions(products_.rightCols(width()), basis_);
      // Twice, because the first time's rounding errors are not small beside the remainder.
      basis_ =
          beside(basis_, data::orthonormal(without_directions(data::orthonormal(next), basis_)));
      return;
    }
    const Matrix reduced = basis_.transpose() * products_;
    Eigenpairs pairs =
        sphere::leading_eigenpairs((reduced + reduced.transpose()) / 2, dimensions() + 1);
    pairs.vectors = basis_ * pairs.vectors;
    group_.form = sphere_form_of(problem_.parameters, regions());
    group_.places = sphere::closed_form(pairs);
    if (!group_.places.allFinite()) {
      throw InputError(
          "a region correlates with no other: it has no position in the group's network");
    }
    if (group_.form == sphere::Form::minimised) {
      group_.places = sphere::minimised_on_sphere(
          sphere::angles_of(sphere::network_from_products(basis_, products_)), group_.places);
    }
    begin_distances();
  }

  void name_networks() {
    for (const std::string& region : group_.regions) {
      group_.networks.push_back(network_of_region(region));
    }
  }

  void begin_distances() {
    name_networks();
    stage_ = sphere_stage::distances;
  }

  void take_distances(const exchange::SiteAnswers& answers) {
    const Matrix sums =
        answers.sum(region_distances_name, regions(), 2, distance_sums_bound(group_.subjects));
    group_.mean_distances = Vector(sums.col(0).array() / sums.col(1).array().max(1));
    const Matrix scales =
        answers.sum(distance_scale_name, 1, 3, distance_scale_bound(group_.subjects));
    group_.ordinary = distance_scale_of(scales.row(0));
    stage_ = done;
  }

  CoordinatorProblem problem_;
  std::string stage_ = stage::size;
  sphere::GroupSphere group_;
  Json handed_on_ = Json::object();  ///< the number of subjects, for the sites
  int rounds_ = 0;
  Matrix basis_;
  Matrix products_;  ///< of the mean network with the basis except its last block
};

}  // namespace

std::unique_ptr<CoordinatorMethod> sphere_coordinator(CoordinatorProblem problem,
                                                      const Json& state) {
  return std::make_unique<SphereCoordinator>(std::move(problem), state);
}

}  // namespace dsne::methods
