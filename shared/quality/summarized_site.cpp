#include "quality/summarized_site.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/matrix.h"
#include "data/missing.h"
#include "quality/robust_units.h"

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
constexpr double least_left_out_accuracy = 0.55;
constexpr Index least_reference_points = 20;
constexpr Index most_reference_points = 1000;

/// Returns the deviation within groups after bending, to first order.
RowVector bent_spread(const SummarizedSite& site, const Bend& bend) {
  const RowVector mean = weighted_mean(site.means, site.subjects).cwiseAbs();
  return site.spread.array() /
         (bend.sizes.array() > 0).select(bend.sizes, mean.cwiseMax(least_size)).array();
}

/// The logarithm of each row's mean distance to the nearer half of the others; 0 of a single row.
Vector log_distances(const Matrix& rows) {
  const Index count = rows.rows();
  if (count < 2) return Vector::Zero(count);
  const Index nearer = std::max(count / 2, Index{2}) - 1;
  return mean_distances_to_nearest(rows, nearer).cwiseMax(least_row_distance).array().log();
}

ScaledSite scaled(const SummarizedSite& site) {
  const Bend bend = bend_of(site.means);
  const Matrix rows = bent(bend, site.means);
  const Matrix centred = rows.rowwise() - weighted_mean(rows, site.subjects);
  const RowVector between = weighted_mean(centred.cwiseAbs2(), site.subjects);
  const RowVector deviation = (between + bent_spread(site, bend).cwiseAbs2()).cwiseSqrt();
  const RowVector unit = (deviation.array() > no_group_deviation).select(deviation, 1);
  Matrix limited = (centred.array().rowwise() / unit.array()).max(-group_limit).min(group_limit);
  return {std::move(limited), site.subjects, deviation, site.excluded.value_or(Vector()), {}};
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

Vector direction_of_oddness(const std::vector<ScaledSite>& sites) {
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

/// Returns for each measure the median of the sites' deviations; 0 without sites.
RowVector typical_deviations(const std::vector<ScaledSite>& sites, Index measures) {
  if (sites.empty()) return RowVector::Zero(measures);
  Matrix deviations(std::ssize(sites), measures);
  for (std::size_t s = 0; s < sites.size(); ++s) {
    deviations.row(static_cast<Index>(s)) = sites[s].deviation;
  }
  return data::present_medians(deviations, 1);
}

}  // namespace

std::optional<SummarizedSite> reference_source(const Matrix& points) {
  if (points.rows() < least_reference_points || points.cols() > most_measures) return std::nullopt;
  const Matrix rows = points(evenly_spaced(points.rows(), most_reference_points), Eigen::all);
  return SummarizedSite{rows, Vector::Ones(rows.rows()), RowVector::Zero(rows.cols())};
}

std::vector<ScaledSite> scaled_sites(const std::vector<SummarizedSite>& sites) {
  std::vector<ScaledSite> result;
  result.reserve(sites.size());
  for (const SummarizedSite& site : sites) result.push_back(scaled(site));
  return result;
}

RowVector least_deviations(const std::vector<ScaledSite>& sites, Index measures) {
  return share_of_deviation * typical_deviations(sites, measures);
}

std::vector<Vector> left_out_positions(const std::vector<ScaledSite>& sites,
                                       const DirectionOf& direction) {
  std::vector<Vector> positions;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    std::vector<ScaledSite> others = sites;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(s));
    positions.emplace_back(sites[s].rows * direction(others));
  }
  return positions;
}

Vector odd_direction(std::vector<ScaledSite> sites) {
  if (sites.size() < least_sites_to_judge) return {};
  for (ScaledSite& site : sites) site.oddness = log_distances(site.rows);
  const std::vector<Vector> positions = left_out_positions(sites, &direction_of_oddness);
  double sum = 0;
  std::size_t judged = 0;
  for (std::size_t s = 0; s < sites.size(); ++s) {
    if (sites[s].rows.rows() < least_rows_to_judge) continue;
    sum += concordance(positions[s], sites[s]);
    ++judged;
  }
  const bool orders = judged >= least_sites_to_judge &&
                      sum / static_cast<double>(judged) >= least_left_out_accuracy;
  return orders ? direction_of_oddness(sites) : Vector();
}

namespace {

constexpr std::size_t least_summaries = 2;
constexpr double largest_deviation = 1000;

/// Returns the summaries if there are enough, else the references.
std::vector<SummarizedSite> compared_sources(const std::vector<SummarizedSite>& others) {
  std::vector<SummarizedSite> summaries;
  std::vector<SummarizedSite> references;
  for (const SummarizedSite& source : others) {
    (source.subjects.maxCoeff() > 1 ? summaries : references).push_back(source);
  }
  return summaries.size() < least_summaries ? references : summaries;
}

Matrix all_rows(const std::vector<SummarizedSite>& sites) {
  std::vector<Matrix> rows;
  rows.reserve(sites.size());
  for (const SummarizedSite& site : sites) rows.push_back(site.means);
  return stacked(rows);
}

/// Returns the distance of a value from the median of the others' rows, after bending.
double deviation_from(const Matrix& rows, double value, double deviation) {
  Matrix values(rows.rows() + 1, 1);
  values << rows, value;
  const Vector all = bent(bend_of(values), values).col(0);
  const double off = all(rows.rows()) - median(all.head(rows.rows()));
  if (!(deviation > 0)) return std::copysign(largest_deviation, off);
  return std::clamp(off / deviation, -largest_deviation, largest_deviation);
}

}  // namespace

std::vector<OutsideMeasure> outside_others(const RowVector& medians,
                                           const std::vector<SummarizedSite>& others) {
  const std::vector<SummarizedSite> compared = compared_sources(others);
  if (compared.empty()) return {};
  const RowVector typical = typical_deviations(scaled_sites(compared), medians.size());
  const Matrix rows = all_rows(compared);
  std::vector<OutsideMeasure> outside;
  for (Index f = 0; f < medians.size(); ++f) {
    const bool is_inside =
        rows.col(f).minCoeff() <= medians(f) && medians(f) <= rows.col(f).maxCoeff();
    if (std::isnan(medians(f)) || is_inside) continue;
    outside.push_back({f, deviation_from(rows.col(f), medians(f), typical(f))});
  }
  std::stable_sort(outside.begin(), outside.end(), [](const auto& a, const auto& b) {
    return std::abs(a.deviation) > std::abs(b.deviation);
  });
  return outside;
}

}  // namespace dsne::quality
