#include "sphere/group_sphere.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "sphere/hyperbolic_mds.h"
#include "sphere/spherical_mds.h"

namespace dsne::sphere {
namespace {

using Eigen::Index;

struct PairSums {
  double count = 0, wanted = 0, shown = 0, wanted_squares = 0, shown_squares = 0, products = 0,
         differences = 0;

  void add(double distance, double on_map) {
    count += 1;
    wanted += distance;
    shown += on_map;
    wanted_squares += distance * distance;
    shown_squares += on_map * on_map;
    products += distance * on_map;
    differences += (distance - on_map) * (distance - on_map);
  }

  double correlation() const {
    const double own = wanted_squares - wanted * wanted / count;
    const double other = shown_squares - shown * shown / count;
    constexpr double rounding = 1e-12;
    if (!(own > rounding * wanted_squares) || !(other > rounding * shown_squares)) return 0;
    return (products - wanted * shown / count) / std::sqrt(own * other);
  }
};

constexpr Index edges_per_region = 2;
constexpr Index most_varying = 50;
constexpr double flagged_share = 0.99;
constexpr double smallest_distance = 1e-9;

std::vector<Edge> all_edges(const Matrix& mean, const Matrix& deviations) {
  std::vector<Edge> edges;
  for (Index from = 0; from < mean.rows(); ++from) {
    for (Index to = from + 1; to < mean.cols(); ++to) {
      edges.push_back(
          {from, to, mean(from, to), deviations.size() > 0 ? deviations(from, to) : 0.0});
    }
  }
  return edges;
}

template <typename Order>
std::vector<Edge> first_edges(std::vector<Edge> edges, Index count, Order order) {
  const auto end = edges.begin() + std::min(count, std::ssize(edges));
  std::partial_sort(edges.begin(), end, edges.end(), order);
  edges.erase(end, edges.end());
  return edges;
}

Shepard on_sphere(const Matrix& angles, const Matrix& places) {
  return shepard(angles, [&](Index row) { return angles_to(places, row); });
}

Fit fit_of(const Fit& fit) { return fit; }

void check_placed(const Matrix& places) {
  for (Index row = 0; row < places.rows(); ++row) {
    if (places.row(row).allFinite()) continue;
    throw InputError("region " + std::to_string(row + 1) +
                     " correlates with no other: it has no position in the group's network");
  }
}

}  // namespace

Shepard shepard(const Matrix& wanted, const DistancesTo& distances_to, Index cells) {
  Shepard result;
  result.counts = Matrix::Zero(cells, cells);
  result.largest = wanted.maxCoeff();
  for (Index row = 0; row < wanted.rows(); ++row) {
    result.largest = std::max(result.largest, distances_to(row).maxCoeff());
  }
  if (!(result.largest > 0)) return result;
  const auto cell = [&](double distance) {
    const double share = distance / result.largest;
    return std::min(cells - 1, static_cast<Index>(share * static_cast<double>(cells)));
  };
  PairSums sums;
  for (Index row = 0; row < wanted.rows(); ++row) {
    const RowVector shown = distances_to(row);
    for (Index other = row + 1; other < wanted.cols(); ++other) {
      sums.add(wanted(row, other), shown(other));
      result.counts(cell(wanted(row, other)), cell(shown(other))) += 1;
    }
  }
  result.correlation = sums.correlation();
  if (sums.wanted_squares > 0) result.stress = std::sqrt(sums.differences / sums.wanted_squares);
  return result;
}

void put_on_sphere(GroupSphere& group, const Matrix& mean, const Matrix& deviations,
                   Index dimensions) {
  const Matrix closed = embed_network(mean, dimensions, Form::closed);
  check_placed(closed);
  const Matrix angles = angles_of(mean);
  const Matrix minimised = minimised_on_sphere(angles, closed);
  group.places = group.form == Form::closed ? closed : minimised;
  const Matrix disk = minimised_on_hyperboloid(angles, hyperbolic_closed_form(angles));
  const Shepard shown = on_sphere(angles, group.places);
  const std::vector<Edge> edges = all_edges(mean, deviations);
  GroupFit fit;
  fit.closed = fit_of(on_sphere(angles, closed));
  fit.minimised = fit_of(on_sphere(angles, minimised));
  fit.disk = fit_of(shepard(angles, [&](Index row) { return hyperbolic_distances_to(disk, row); }));
  fit.disk_places = on_poincare_disk(disk);
  fit.pairs = static_cast<const ShepardPairs&>(shown);
  fit.strongest = first_edges(edges, edges_per_region * mean.rows(),
                              [](const Edge& a, const Edge& b) { return a.mean > b.mean; });
  if (deviations.size() > 0) {
    fit.varying = first_edges(edges, most_varying, [](const Edge& a, const Edge& b) {
      return a.deviation > b.deviation;
    });
  }
  group.fit = std::move(fit);
}

void judge(OwnNetworks& own, const std::optional<DistanceScale>& ordinary) {
  own.scores = Vector::Zero(own.overall.size());
  own.flagged.assign(static_cast<std::size_t>(own.overall.size()), false);
  if (!ordinary || !(ordinary->deviation > 0)) return;
  for (Index i = 0; i < own.overall.size(); ++i) {
    const double beyond = (log_distance(own.overall(i)) - ordinary->centre) / ordinary->deviation;
    own.scores(i) = std::erfc(-beyond / std::sqrt(2.0)) / 2;
    own.flagged[static_cast<std::size_t>(i)] = own.scores(i) > flagged_share;
  }
}

double log_distance(double distance) { return std::log(std::max(distance, smallest_distance)); }

}  // namespace dsne::sphere
