#include "tsne/affinities.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "coinstac/errors.h"

namespace dsne {
namespace {

constexpr double entropy_tolerance = 1e-5;
constexpr int most_steps = 200;

/// The entropy of a row in nats, and how fast it falls with β.
struct RowEntropy {
  double value;
  double slope;
};

/// Writes exp(−β·excess) normalised over one row to `out`.
RowEntropy gaussian_row(const std::vector<double>& excess, double beta, double* out) {
  double sum = 0;
  double first = 0;
  double second = 0;
  for (std::size_t j = 0; j < excess.size(); ++j) {
    out[j] = std::exp(-beta * excess[j]);
    sum += out[j];
    first += out[j] * excess[j];
    second += out[j] * excess[j] * excess[j];
  }
  for (std::size_t j = 0; j < excess.size(); ++j) out[j] /= sum;
  const double mean = first / sum;
  return {std::log(sum) + beta * mean, -beta * (second / sum - mean * mean)};
}

/// One row of conditional affinities: Newton's method for the precision β = 1/2σ² in units of the
/// row's span, and bisection where its step would leave what is known to hold β.
void calibrate_row(const double* distances, Eigen::Index count, double entropy, double* out) {
  std::vector<double> excess(distances, distances + count);
  const double span = excess.back() - excess.front();
  for (double& d : excess) d = span > 0 ? (d - distances[0]) / span : 0;
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  double beta = 1;
  for (int step = 0; step < most_steps; ++step) {
    const RowEntropy found = gaussian_row(excess, beta, out);
    const double difference = found.value - entropy;
    if (std::abs(difference) < entropy_tolerance) return;
    (difference > 0 ? low : high) = beta;
    const double newton = beta - difference / found.slope;
    const bool known = newton > low && newton < high && newton < 4 * beta;
    beta = known ? newton : std::isinf(high) ? 4 * beta : (low + high) / 2;
    if (!std::isfinite(beta)) return;
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
Affinities compress(Neighbours neighbours, const std::vector<double>& conditional) {
  const auto count = static_cast<std::uint64_t>(neighbours.count);
  Affinities result;
  for (std::uint64_t k = 0; k <= conditional.size(); k += count) result.offsets.push_back(k);
  result.values.resize(conditional.size());
  result.columns = std::move(neighbours.indices);
#pragma omp parallel for schedule(static)
  for (std::size_t row = 0; row < conditional.size(); row += count) {
    std::vector<std::pair<std::uint32_t, double>> entries;
    for (std::size_t k = row; k < row + count; ++k) {
      entries.emplace_back(result.columns[k], conditional[k]);
    }
    std::sort(entries.begin(), entries.end());
    for (std::size_t k = 0; k < count; ++k) {
      result.columns[row + k] = entries[k].first;
      result.values[row + k] = entries[k].second;
    }
  }
  return result;
}

/// Calls add(column, c_ij + c_ji) for each column of row i of C + Cᵀ, rising.
template <typename Add>
void merge_rows(const Affinities& c, const Affinities& t, std::size_t i, const Add& add) {
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
    add(column, value);
  }
}

/// (C + Cᵀ)/2N. The rows are counted before they are filled: no more memory is taken than needed.
Affinities symmetrize(const Affinities& c) {
  const Affinities t = transpose(c);
  const std::size_t points = c.offsets.size() - 1;
  const double factor = 0.5 / static_cast<double>(c.points());
  Affinities sum;
  sum.offsets.push_back(0);
  for (std::size_t i = 0; i < points; ++i) {
    std::uint64_t entries = 0;
    merge_rows(c, t, i, [&](std::uint32_t, double) { ++entries; });
    sum.offsets.push_back(sum.offsets.back() + entries);
  }
  sum.columns.resize(sum.offsets.back());
  sum.values.resize(sum.offsets.back());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < points; ++i) {
    std::uint64_t place = sum.offsets[i];
    merge_rows(c, t, i, [&](std::uint32_t column, double value) {
      sum.columns[place] = column;
      sum.values[place++] = value * factor;
    });
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
  Neighbours neighbours = nearest_neighbours(points, std::min(wanted, points.rows() - 1));
  const std::vector<double> conditional = conditional_affinities(neighbours, perplexity);
  return symmetrize(compress(std::move(neighbours), conditional));
}

double largest_perplexity(Eigen::Index points) { return static_cast<double>(points - 1) / 3; }

}  // namespace dsne
