#include "tsne/affinities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/errors.h"

namespace dsne::tsne {
namespace {

constexpr double entropy_tolerance = 1e-5;
constexpr int max_steps = 200;
// With fewer points, starting threads costs more than they save.
constexpr Eigen::Index min_calibrated_for_threads = 100;

/// The entropy of a row in nats, and how fast it falls with β.
struct RowEntropy {
  double value;
  double slope;
};

/// Writes weight·exp(−β·excess) normalised over one row to `out`. The entropy is that over the
/// single points, as many of each as its weight.
RowEntropy gaussian_row(const std::vector<double>& excess, const std::vector<double>& weights,
                        double beta, double* out) {
  double sum = 0;
  double first = 0;
  double second = 0;
  for (std::size_t j = 0; j < excess.size(); ++j) {
    out[j] = weights[j] * std::exp(-beta * excess[j]);
    sum += out[j];
    first += out[j] * excess[j];
    second += out[j] * excess[j] * excess[j];
  }
  for (std::size_t j = 0; j < excess.size(); ++j) out[j] /= sum;
  const double mean = first / sum;
  return {std::log(sum) + beta * mean, -beta * (second / sum - mean * mean)};
}

/// C as a row-compressed matrix.
Affinities compress(Neighbours neighbours, std::vector<double> conditional) {
  const auto count = static_cast<std::uint64_t>(neighbours.count);
  Affinities result;
  for (std::uint64_t k = 0; k <= conditional.size(); k += count) result.offsets.push_back(k);
  result.columns = std::move(neighbours.indices);
  result.values = std::move(conditional);
  return result;
}

/// Sorts each row's columns.
Affinities with_rising_columns(Affinities matrix) {
  const std::size_t rows = matrix.offsets.size() - 1;
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<std::pair<std::uint32_t, double>> entries;
    for (std::uint64_t k = matrix.offsets[i]; k < matrix.offsets[i + 1]; ++k) {
      entries.emplace_back(matrix.columns[k], matrix.values[k]);
    }
    std::sort(entries.begin(), entries.end());
    for (std::size_t k = 0; k < entries.size(); ++k) {
      matrix.columns[matrix.offsets[i] + k] = entries[k].first;
      matrix.values[matrix.offsets[i] + k] = entries[k].second;
    }
  }
  return matrix;
}

/// Transposes a square matrix in compressed rows; the result's columns ascend.
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

/// Calls add(column, c_ij, c_ji) for each column of row i that C or Cᵀ has, in ascending order.
template <typename Add>
void merge_rows(const Affinities& c, const Affinities& t, std::size_t i, const Add& add) {
  std::uint64_t a = c.offsets[i];
  std::uint64_t b = t.offsets[i];
  while (a < c.offsets[i + 1] || b < t.offsets[i + 1]) {
    const bool has_a = a < c.offsets[i + 1];
    const bool has_b = b < t.offsets[i + 1];
    const std::uint32_t column =
        has_a && (!has_b || c.columns[a] <= t.columns[b]) ? c.columns[a] : t.columns[b];
    const double here = has_a && c.columns[a] == column ? c.values[a++] : 0;
    const double there = has_b && t.columns[b] == column ? t.values[b++] : 0;
    add(column, here, there);
  }
}

}  // namespace

// Newton's method for the precision β = 1/2σ² in units of the row's span, with bisection where its
// step would leave the bracket.
void conditional_row(const double* distances, const std::vector<double>& weights, double entropy,
                     double* out) {
  std::vector<double> excess(distances, distances + weights.size());
  const double span = excess.back() - excess.front();
  for (double& d : excess) d = span > 0 ? (d - distances[0]) / span : 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double beta = 1;
  for (int step = 0; step < max_steps; ++step) {
    const RowEntropy found = gaussian_row(excess, weights, beta, out);
    const double difference = found.value - entropy;
    if (std::abs(difference) < entropy_tolerance) return;
    (difference > 0 ? low : high) = beta;
    const double newton = beta - difference / found.slope;
    const bool known = newton > low && newton < high && newton < 4 * beta;
    beta = known ? newton : std::isinf(high) ? 4 * beta : (low + high) / 2;
    if (!std::isfinite(beta)) return;
  }
}

std::vector<double> conditional_affinities(const Neighbours& neighbours, double perplexity) {
  const Eigen::Index count = neighbours.count;
  const auto rows = static_cast<Eigen::Index>(neighbours.indices.size()) / count;
  const double entropy = std::log(perplexity);
  const std::vector<double> weights(static_cast<std::size_t>(count), 1);
  std::vector<double> conditional(neighbours.indices.size());
#pragma omp parallel for schedule(static) if (rows >= min_calibrated_for_threads)
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto row = static_cast<std::size_t>(i * count);
    conditional_row(&neighbours.squared_distances[row], weights, entropy, &conditional[row]);
  }
  return conditional;
}

Affinities joint_affinities(const Matrix& points, double perplexity) {
  return joint_affinities(points, perplexity, static_cast<Eigen::Index>(std::ceil(3 * perplexity)));
}

Affinities joint_affinities(const Matrix& points, double perplexity, Eigen::Index neighbours) {
  if (!(perplexity >= 1 && perplexity <= largest_perplexity(points.rows()))) {
    throw InputError("perplexity must be from 1 to a third of the number of other points");
  }
  Neighbours nearest = nearest_neighbours(points, std::min(neighbours, points.rows() - 1));
  std::vector<double> conditional = conditional_affinities(nearest, perplexity);
  return symmetrized(compress(std::move(nearest), std::move(conditional)), points.rows());
}

double largest_perplexity(Eigen::Index points) { return static_cast<double>(points - 1) / 3; }

Affinities symmetrized(Affinities conditional, Eigen::Index points) {
  const double factor = 0.5 / static_cast<double>(points);
  return combined_with_transpose(std::move(conditional),
                                 [=](double a, double b) { return (a + b) * factor; });
}

Affinities combined_with_transpose(Affinities matrix,
                                   const std::function<double(double, double)>& combine) {
  const Affinities c = with_rising_columns(std::move(matrix));
  const Affinities t = transpose(c);
  const std::size_t rows = c.offsets.size() - 1;
  // Counts first, so that no more memory is taken than needed.
  Affinities sum;
  sum.offsets.push_back(0);
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t entries = 0;
    merge_rows(c, t, i, [&](std::uint32_t, double, double) { ++entries; });
    sum.offsets.push_back(sum.offsets.back() + entries);
  }
  sum.columns.resize(sum.offsets.back());
  sum.values.resize(sum.offsets.back());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < rows; ++i) {
    std::uint64_t place = sum.offsets[i];
    merge_rows(c, t, i, [&](std::uint32_t column, double a, double b) {
      sum.columns[place] = column;
      sum.values[place++] = combine(a, b);
    });
  }
  return sum;
}

}  // namespace dsne::tsne
