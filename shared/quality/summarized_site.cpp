#include "quality/summarized_site.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/weighted_mean.h"
#include "quality/left_out_sites.h"
#include "quality/robust_units.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double group_limit = 4;
constexpr double direction_ridge = 10;  ///< mean variances
constexpr double least_row_distance = 1e-12;
constexpr double least_size = 1e-12;
constexpr double no_group_deviation = 1e-9;
constexpr double share_of_deviation = 0.5;
constexpr Index least_rows_to_judge = 5;
constexpr std::size_t least_sites_to_judge = 3;

/// Returns the deviation within groups after bending, to first order.
RowVector bent_spread(const SummarizedSite& site, const Bend& bend) {
  const RowVector mean = weighted_mean(site.means, site.subjects).cwiseAbs();
  RowVector result(site.spread.size());
  for (Index f = 0; f < result.size(); ++f) {
    const double size = bend.sizes(f) > 0 ? bend.sizes(f) : std::max(mean(f), least_size);
    result(f) = site.spread(f) / size;
  }
  return result;
}

/// The logarithm of each row's mean distance to the nearer half of the others.
Vector log_distances(const Matrix& rows) {
  const Index count = rows.rows();
  if (count < 2) return Vector::Zero(count);
  const Matrix squares = tsne::squared_distances_between(rows, rows);
  const Index nearer = std::max(count / 2, Index{2}) - 1;
  Vector means(count);
  for (Index i = 0; i < count; ++i) {
    RowVector distances = squares.row(i).cwiseSqrt();
    distances(i) = std::numeric_limits<double>::infinity();
    std::sort(distances.begin(), distances.end());
    means(i) = distances.head(nearer).mean();
  }
  return means.cwiseMax(least_row_distance).array().log();
}

/// The share of pairs of subjects whose positions are ordered as their oddness; a tie counts half.
double concordance(const Vector& positions, const ScaledSite& site) {
  double agreeing = 0;
  double pairs = 0;
  for (Index i = 0; i < positions.size(); ++i) {
    for (Index j = 0; j < i; ++j) {
      const double weight = site.subjects(i) * site.subjects(j);
      const double order = (positions(i) - positions(j)) * (site.oddness(i) - site.oddness(j));
      agreeing += order > 0 ? weight : order < 0 ? 0 : weight / 2;
      pairs += weight;
    }
  }
  return agreeing / pairs;
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
  scaled.oddness = log_distances(scaled.rows);
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
  Matrix scatter = Matrix::Zero(measures, measures);
  Vector with_oddness = Vector::Zero(measures);
  for (const ScaledSite& site : sites) {
    const double mean = site.subjects.dot(site.oddness) / site.subjects.sum();
    const Vector departures = site.oddness.array() - mean;
    scatter += site.rows.transpose() * site.subjects.asDiagonal() * site.rows;
    with_oddness += site.rows.transpose() * site.subjects.cwiseProduct(departures);
  }
  const double variance = scatter.trace() / static_cast<double>(measures);
  if (!(variance > 0)) return Vector::Zero(measures);
  scatter.diagonal().array() += direction_ridge * variance;
  return scatter.llt().solve(with_oddness);
}

double left_out_accuracy(const std::vector<ScaledSite>& sites) {
  if (sites.size() < least_sites_to_judge) return 0;
  const std::vector<Vector> positions = left_out_positions(sites, &odd_direction);
  double sum = 0;
  std::size_t judged = 0;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    if (sites[s].rows.rows() < least_rows_to_judge) continue;
    sum += concordance(positions[s], sites[s]);
    ++judged;
  }
  return judged >= least_sites_to_judge ? sum / static_cast<double>(judged) : 0;
}

}  // namespace dsne::quality
