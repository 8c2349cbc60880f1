#include "quality/robust_units.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "data/missing.h"
#include "tsne/neighbours.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr double no_deviation = 1e-9;
constexpr double least_typical_size = 1e-200;  ///< so that dividing by it does not overflow
constexpr double lower_share = 0.16;  ///< a normal distribution's share below one deviation

}  // namespace

double quantile_of(const Vector& values, double share) {
  return data::quantile(data::sorted_values(values, 0), share);
}

double interquartile_deviation(const Vector& values) {
  return data::interquartile_deviation(data::sorted_values(values, 0));
}

double median(const Vector& values) { return quantile_of(values, 0.5); }

std::vector<Index> evenly_spaced(Index rows, Index most) {
  const Index count = std::min(rows, most);
  std::vector<Index> chosen;
  for (Index i = 0; i < count; ++i) chosen.push_back(i * rows / count);
  return chosen;
}

Bend bend_of(const Matrix& values, const std::vector<Index>& learners) {
  const Matrix learned = learners.empty() ? values : Matrix(values(learners, Eigen::all));
  Bend bend{RowVector::Zero(values.cols()), RowVector::Ones(values.cols())};
  for (Index f = 0; f < values.cols(); ++f) {
    const std::vector<double> present = data::present_values(learned, f);
    if (present.empty()) continue;
    const double least = *std::ranges::min_element(present);
    if (least > 0) {
      bend.least(f) = least;
    } else {
      bend.sizes(f) = std::max(data::median_size(present), least_typical_size);
    }
  }
  return bend;
}

Matrix bent(const Bend& bend, const Matrix& values) {
  Matrix result(values.rows(), values.cols());
  for (Index f = 0; f < values.cols(); ++f) {
    const double size = bend.sizes(f);
    const double least = bend.least(f);
    result.col(f) = values.col(f).unaryExpr([size, least](double value) {
      if (std::isnan(value)) return value;
      if (size > 0) return std::asinh(value / size);
      return value >= least ? std::log(value) : std::log(least) - 1 + value / least;
    });
  }
  return result;
}

double straightened(const Bend& bend, Index measure, double bent) {
  const double size = bend.sizes(measure);
  return size > 0 ? size * std::sinh(bent) : std::exp(bent);
}

RobustUnits robust_units(const Matrix& bent, const RowVector& least_deviation) {
  RobustUnits units{RowVector::Zero(bent.cols()), RowVector::Ones(bent.cols()), {}};
  for (Index f = 0; f < bent.cols(); ++f) {
    const std::vector<double> present = data::sorted_values(bent, f);
    const double deviation = present.empty() ? 0 : data::interquartile_deviation(present);
    units.constant.push_back(deviation <= no_deviation);
    if (!present.empty()) units.centre(f) = data::quantile(present, 0.5);
    if (!units.constant.back()) units.deviation(f) = std::max(deviation, least_deviation(f));
  }
  return units;
}

Matrix in_units(const RobustUnits& units, const Matrix& bent, double limit) {
  Matrix result = (bent.rowwise() - units.centre).array().rowwise() / units.deviation.array();
  for (Index f = 0; f < bent.cols(); ++f) {
    if (units.constant[static_cast<std::size_t>(f)]) result.col(f).setZero();
  }
  return result.array().isNaN().select(0, result).cwiseMax(-limit).cwiseMin(limit);
}

bool differs_from_constant(const RobustUnits& units, double bent, Index measure) {
  return units.constant[static_cast<std::size_t>(measure)] &&
         std::abs(bent - units.centre(measure)) > no_deviation;
}

Vector in_typical_spreads(const Vector& scores, const Vector& known) {
  const double centre = median(known);
  const double width = centre - quantile_of(known, lower_share);
  return (scores.array() - centre) / std::max(width, no_deviation);
}

namespace {

constexpr Index most_candidates = 2000;
constexpr Index rows_at_a_time = 1000;
constexpr Index neighbours_in_half = 10;
constexpr Index least_in_half = 5;
constexpr double least_distance = 1e-9;

/// Returns the mean distance to the `count` nearest points but `self`, which is −1 for none.
/// @param squares the squared distances to all points
double mean_of_nearest(RowVector squares, Index self, Index count) {
  if (self >= 0) squares(self) = std::numeric_limits<double>::infinity();
  std::nth_element(squares.begin(), squares.begin() + count - 1, squares.end());
  return squares.head(count).cwiseSqrt().sum() / static_cast<double>(count);
}

}  // namespace

Vector mean_distances_to_nearest(const Matrix& points, Index count) {
  const Matrix squares = tsne::squared_distances_among(points);
  Vector means(points.rows());
#pragma omp parallel for schedule(static) if (points.rows() >= rows_at_a_time)
  for (Index i = 0; i < means.size(); ++i) means(i) = mean_of_nearest(squares.row(i), i, count);
  return means;
}

std::vector<Index> ordinary_half(const Matrix& points, const std::vector<Index>& candidates) {
  std::vector<Index> rows;
  for (const Index i : evenly_spaced(std::ssize(candidates), most_candidates)) {
    rows.push_back(candidates[static_cast<std::size_t>(i)]);
  }
  const Index count = std::ssize(rows);
  const Vector means = mean_distances_to_nearest(
      points(rows, Eigen::all), std::min(std::max(count / 2, Index{3}), count - 1));
  std::vector<Index> order(rows.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return means(a) < means(b); });
  order.resize(static_cast<std::size_t>(std::min(std::max((count + 1) / 2, least_in_half), count)));
  for (Index& i : order) i = rows[static_cast<std::size_t>(i)];
  return order;
}

Vector log_distance_to_half(const Matrix& points, const std::vector<Index>& half) {
  const Matrix ordinary = points(half, Eigen::all);
  std::vector<Index> place(static_cast<std::size_t>(points.rows()), -1);
  for (std::size_t j = 0; j < half.size(); ++j) {
    place[static_cast<std::size_t>(half[j])] = static_cast<Index>(j);
  }
  const Index count = std::min(neighbours_in_half, ordinary.rows() - 1);
  Vector result(points.rows());
  for (Index first = 0; first < points.rows(); first += rows_at_a_time) {
    const Index rows = std::min(rows_at_a_time, points.rows() - first);
    const Matrix squares =
        tsne::squared_distances_between(points.middleRows(first, rows), ordinary);
#pragma omp parallel for schedule(static) if (rows >= rows_at_a_time)
    for (Index i = 0; i < rows; ++i) {
      const Index own = place[static_cast<std::size_t>(first + i)];
      result(first + i) = std::log(mean_of_nearest(squares.row(i), own, count) + least_distance);
    }
  }
  return result;
}

}  // namespace dsne::quality
