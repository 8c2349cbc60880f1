#include "tsne/affinities.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "coinstac/errors.h"

namespace dsne {
namespace {

constexpr double entropy_tolerance = 1e-5;
constexpr int most_bisections = 200;

/// Writes exp(−β(d − d₀)) normalised over one row to `out`, d₀ being the nearest's squared
/// distance.
/// @return the row's entropy in nats
double gaussian_row(const double* distances, Eigen::Index count, double beta, double* out) {
  double sum = 0;
  double weighted = 0;
  for (Eigen::Index j = 0; j < count; ++j) {
    const double excess = distances[j] - distances[0];
    out[j] = std::exp(-beta * excess);
    sum += out[j];
    weighted += out[j] * excess;
  }
  for (Eigen::Index j = 0; j < count; ++j) out[j] /= sum;
  return std::log(sum) + beta * weighted / sum;
}

/// One row of conditional affinities: bisection on the precision β = 1/2σ².
void calibrate_row(const double* distances, Eigen::Index count, double entropy, double* out) {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  const double span = distances[count - 1] - distances[0];
  double beta = span > 0 ? 1 / span : 1;
  for (int step = 0; step < most_bisections; ++step) {
    const double difference = gaussian_row(distances, count, beta, out) - entropy;
    if (std::abs(difference) < entropy_tolerance) return;
    (difference > 0 ? low : high) = beta;
    const double next = std::isinf(high) ? beta * 2 : (low + high) / 2;
    if (!std::isfinite(next)) return;
    beta = next;
  }
}

/// The transpose of a row-compressed square matrix; its columns come out rising.
Affinities transpose(const Affinities& matrix) {
  Affinities result;
  result.offsets.assign(matrix.offsets.size(), 0);
  result.columns.resize(matrix.columns.size());
  result.values.resize(matrix.values.size());
  for (const std::uint32_t column : matrix.columns) ++result.offsets[column + 1];
  for (std::size_t i = 1; i < result.offsets.size(); ++i)
    result.offsets[i] += result.offsets[i - 1];
  std::vector<std::uint64_t> next = result.offsets;
  for (std::size_t i = 0; i + 1 < matrix.offsets.size(); ++i) {
    for (std::uint64_t k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
      const std::uint64_t place = next[matrix.columns[k]]++;
      result.columns[place] = static_cast<std::uint32_t>(i);
      result.values[place] = matrix.values[k];
    }
  }
  return result;
}

/// C as a row-compressed matrix with rising columns.
Affinities compress(const Neighbours& neighbours, const std::vector<double>& conditional) {
  Affinities result;
  result.columns = neighbours.indices;
  result.values = conditional;
  const std::uint64_t count = static_cast<std::uint64_t>(neighbours.count);
  for (std::uint64_t k = 0; k <= conditional.size(); k += count) result.offsets.push_back(k);
  return transpose(transpose(result));
}

/// (C + Cᵀ)/2N by merging the rows of C and Cᵀ.
Affinities symmetrize(const Affinities& c) {
  const Affinities t = transpose(c);
  const double factor = 0.5 / static_cast<double>(c.points());
  Affinities sum;
  sum.offsets.push_back(0);
  for (std::size_t i = 0; i + 1 < c.offsets.size(); ++i) {
    std::uint64_t a = c.offsets[i];
    std::uint64_t b = t.offsets[i];
    while (a < c.offsets[i + 1] || b < t.offsets[i + 1]) {
      const bool has_a = a < c.offsets[i + 1];
      const bool has_b = b < t.offsets[i + 1];
      const std::uint32_t column =
          has_a && (!has_b || c.columns[a] <= t.columns[b]) ? c.columns[a] : t.columns[b];
      double value = 0;
      if (has_a && c.columns[a] == column) value += c.values[a++];
      if (has_b && t.columns[b] == column) value += t.values[b++];
      sum.columns.push_back(column);
      sum.values.push_back(value * factor);
    }
    sum.offsets.push_back(sum.columns.size());
  }
  return sum;
}

}  // namespace

std::vector<double> conditional_affinities(const Neighbours& neighbours, double perplexity) {
  const Eigen::Index count = neighbours.count;
  const auto rows = static_cast<Eigen::Index>(neighbours.indices.size()) / count;
  const double entropy = std::log(perplexity);
  std::vector<double> conditional(neighbours.indices.size());
#pragma omp parallel for schedule(static)
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto row = static_cast<std::size_t>(i * count);
    calibrate_row(&neighbours.squared_distances[row], count, entropy, &conditional[row]);
  }
  return conditional;
}

Affinities joint_affinities(const Matrix& points, double perplexity) {
  if (!(perplexity >= 1 && perplexity <= largest_perplexity(points.rows()))) {
    throw InputError("perplexity must be from 1 to a third of the number of other points");
  }
  const auto wanted = static_cast<Eigen::Index>(std::ceil(3 * perplexity));
  const Neighbours neighbours = nearest_neighbours(points, std::min(wanted, points.rows() - 1));
  return symmetrize(compress(neighbours, conditional_affinities(neighbours, perplexity)));
}

double largest_perplexity(Eigen::Index points) { return static_cast<double>(points - 1) / 3; }

}  // namespace dsne
