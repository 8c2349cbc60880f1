#include "quality/summarized_site.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "quality/left_out_sites.h"
#include "quality/robust_units.h"
#include "quality/spread.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double group_limit = 4;
constexpr double odd_group_share = 0.2;
constexpr double direction_ridge = 3;  ///< mean variances
constexpr double least_size = 1e-12;
constexpr double no_group_deviation = 1e-9;
constexpr double share_of_deviation = 0.5;
constexpr Index least_rows_to_judge = 5;
constexpr std::size_t least_sites_to_judge = 3;

RowVector weighted_mean(const Matrix& rows, const Vector& weights) {
  return weights.transpose() * rows / weights.sum();
}

/// The deviation within groups after bending, to first order.
RowVector bent_spread(const SummarizedSite& site, const Bend& bend) {
  const RowVector mean = weighted_mean(site.means, site.subjects).cwiseAbs();
  RowVector result(site.spread.size());
  for (Index f = 0; f < result.size(); ++f) {
    const double size = bend.sizes(f) > 0 ? bend.sizes(f) : std::max(mean(f), least_size);
    result(f) = site.spread(f) / size;
  }
  return result;
}

std::vector<bool> odd_groups(const Matrix& rows) {
  const Index count = rows.rows();
  std::vector<bool> odd(static_cast<std::size_t>(count), false);
  if (count < 2) return odd;
  const Matrix squares = tsne::squared_distances_between(rows, rows);
  const Index nearer = std::max(count / 2, Index{2}) - 1;
  Vector means(count);
  for (Index i = 0; i < count; ++i) {
    RowVector distances = squares.row(i).cwiseSqrt();
    distances(i) = std::numeric_limits<double>::infinity();
    std::sort(distances.begin(), distances.end());
    means(i) = distances.head(nearer).mean();
  }
  std::vector<Index> order(odd.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return means(a) < means(b); });
  const auto first = static_cast<std::size_t>(static_cast<double>(count) * (1 - odd_group_share));
  for (std::size_t i = first; i < odd.size(); ++i) odd[static_cast<std::size_t>(order[i])] = true;
  return odd;
}

/// Rows of either kind, with their weights.
struct Part {
  RowVector sum;
  double weight = 0;

  RowVector mean() const { return sum / weight; }
};

Part part_of(const std::vector<ScaledSite>& sites, bool odd) {
  Part part{RowVector::Zero(sites.front().rows.cols())};
  for (const ScaledSite& site : sites) {
    if (site.rows.rows() < 2) continue;
    for (Index i = 0; i < site.rows.rows(); ++i) {
      if (site.odd_group[static_cast<std::size_t>(i)] != odd) continue;
      part.sum += site.subjects(i) * site.rows.row(i);
      part.weight += site.subjects(i);
    }
  }
  return part;
}

Matrix covariance_within(const std::vector<ScaledSite>& sites, const Part& odd, const Part& rest) {
  const Index measures = odd.sum.size();
  Matrix scatter = Matrix::Zero(measures, measures);
  for (const ScaledSite& site : sites) {
    if (site.rows.rows() < 2) continue;
    Matrix departures = site.rows;
    for (Index i = 0; i < site.rows.rows(); ++i) {
      departures.row(i) -= site.odd_group[static_cast<std::size_t>(i)] ? odd.mean() : rest.mean();
    }
    scatter += departures.transpose() * site.subjects.asDiagonal() * departures;
  }
  return scatter / (odd.weight + rest.weight);
}

/// 1 for an odd group, 0 for others.
Vector shares_of(const std::vector<bool>& odd) {
  Vector shares(std::ssize(odd));
  for (std::size_t i = 0; i < odd.size(); ++i) shares(static_cast<Index>(i)) = odd[i] ? 1 : 0;
  return shares;
}

}  // namespace

ScaledSite scaled_site(const SummarizedSite& site) {
  const Bend bend = bend_of(site.means);
  const Matrix rows = bent(bend, site.means);
  const RowVector centre = weighted_mean(rows, site.subjects);
  const Matrix centred = rows.rowwise() - centre;
  const RowVector between = weighted_mean(centred.cwiseAbs2(), site.subjects);
  const RowVector deviation = (between + bent_spread(site, bend).cwiseAbs2()).cwiseSqrt();
  const RowVector unit =
      deviation.unaryExpr([](double value) { return value > no_group_deviation ? value : 1.0; });
  ScaledSite scaled;
  scaled.rows = (centred.array().rowwise() / unit.array()).max(-group_limit).min(group_limit);
  scaled.subjects = site.subjects;
  scaled.deviation = deviation;
  scaled.odd_group = odd_groups(scaled.rows);
  return scaled;
}

RowVector typical_deviations(const std::vector<ScaledSite>& sites, Index measures) {
  RowVector typical = RowVector::Zero(measures);
  if (sites.empty()) return typical;
  Vector deviations(std::ssize(sites));
  for (Index f = 0; f < measures; ++f) {
    for (std::size_t s = 0; s < sites.size(); ++s) {
      deviations(static_cast<Index>(s)) = sites[s].deviation(f);
    }
    typical(f) = median(deviations);
  }
  return typical;
}

RowVector least_deviations(const std::vector<ScaledSite>& sites, Index measures) {
  return share_of_deviation * typical_deviations(sites, measures);
}

Vector odd_direction(const std::vector<ScaledSite>& sites) {
  if (sites.empty()) return {};
  const Index measures = sites.front().rows.cols();
  const Part odd = part_of(sites, true);
  const Part rest = part_of(sites, false);
  if (odd.weight == 0 || rest.weight == 0) return Vector::Zero(measures);
  Matrix covariance = covariance_within(sites, odd, rest);
  const double variance = covariance.trace() / static_cast<double>(measures);
  if (!(variance > 0)) return Vector::Zero(measures);
  covariance.diagonal().array() += direction_ridge * variance;
  return covariance.llt().solve((odd.mean() - rest.mean()).transpose());
}

double left_out_accuracy(const std::vector<ScaledSite>& sites) {
  if (sites.size() < least_sites_to_judge) return 0;
  const std::vector<Vector> positions = left_out_positions(sites, &odd_direction);
  double sum = 0;
  std::size_t judged = 0;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    const Index rows = sites[s].rows.rows();
    if (rows < least_rows_to_judge) continue;
    sum += area_under_curve(positions[s], Vector::Ones(rows), shares_of(sites[s].odd_group));
    ++judged;
  }
  return judged >= least_sites_to_judge ? sum / static_cast<double>(judged) : 0;
}

}  // namespace dsne::quality
