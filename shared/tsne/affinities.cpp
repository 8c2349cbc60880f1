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
constexpr std::size_t min_calibrated_for_threads = 100;
constexpr double neighbours_per_perplexity = 3;

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

/// Counts the nearest candidates, from place `first` on, that stand for `least` points together.
std::size_t nearest_for(const Neighbours& nearest, std::size_t first, const Vector& weights,
                        double least) {
  const auto given = static_cast<std::size_t>(nearest.count);
  double sum = 0;
  std::size_t found = 0;
  for (; found < given && sum < least; ++found) {
    if (!std::isfinite(nearest.squared_distances[first + found])) break;
    sum += weights(nearest.indices[first + found]);
  }
  return found;
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
  const auto rows = static_cast<std::size_t>(neighbours.queries());
  const double entropy = std::log(perplexity);
  const std::vector<double> weights(static_cast<std::size_t>(neighbours.count), 1);
  std::vector<double> conditional(neighbours.indices.size());
#pragma omp parallel for schedule(static) if (rows >= min_calibrated_for_threads)
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = i * weights.size();
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
  return symmetrized(
      compressed({std::move(nearest), std::move(conditional)}, Vector::Ones(points.rows())),
      points.rows());
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

NeighbourAffinities affinities_among(const Matrix& points, double perplexity) {
  NeighbourAffinities result;
  const Eigen::Index others = points.rows() - 1;
  if (others < 1) return result;
  const double possible = std::max(1.0, std::min(perplexity, largest_perplexity(points.rows())));
  const auto wanted = static_cast<Eigen::Index>(std::ceil(neighbours_per_perplexity * possible));
  result.neighbours = nearest_neighbours(points, std::min(wanted, others));
  result.values = conditional_affinities(result.neighbours, possible);
  return result;
}

NeighbourAffinities affinities_over(const Matrix& points, const Matrix& candidates,
                                    double perplexity) {
  const Vector once = Vector::Ones(candidates.rows());
  return weighted_affinities(
      nearest_candidates(points, candidates, enough_candidates(once, perplexity)), once,
      perplexity);
}

Eigen::Index enough_candidates(const Vector& weights, double perplexity) {
  const double enough = std::ceil(neighbours_per_perplexity * perplexity / weights.minCoeff());
  return enough < static_cast<double>(weights.size()) ? static_cast<Eigen::Index>(enough)
                                                      : weights.size();
}

NeighbourAffinities weighted_affinities(const Neighbours& nearest, const Vector& weights,
                                        double perplexity) {
  const double entropy =
      std::log(std::max(1.0, std::min(perplexity, weights.sum() / neighbours_per_perplexity)));
  const auto given = static_cast<std::size_t>(nearest.count);
  std::vector<std::size_t> counts(nearest.indices.size() / given);
  std::size_t width = 1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = nearest_for(nearest, i * given, weights, neighbours_per_perplexity * perplexity);
    width = std::max(width, counts[i]);
  }
  NeighbourAffinities result;
  result.neighbours.count = static_cast<Eigen::Index>(width);
  result.neighbours.indices.resize(counts.size() * width);
  result.neighbours.squared_distances.resize(counts.size() * width);
  result.values.resize(counts.size() * width);
#pragma omp parallel for schedule(static) if (counts.size() >= min_calibrated_for_threads)
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::vector<double> own;
    for (std::size_t k = 0; k < counts[i]; ++k) {
      const std::size_t from = i * given + k;
      result.neighbours.indices[i * width + k] = nearest.indices[from];
      result.neighbours.squared_distances[i * width + k] = nearest.squared_distances[from];
      own.push_back(weights(nearest.indices[from]));
    }
    if (own.empty()) continue;
    conditional_row(&nearest.squared_distances[i * given], own, entropy, &result.values[i * width]);
  }
  return result;
}

Affinities compressed(const NeighbourAffinities& affinities, const Vector& factors) {
  Affinities result;
  result.offsets.push_back(0);
  const auto count = static_cast<std::size_t>(affinities.neighbours.count);
  for (Eigen::Index i = 0; i < factors.size(); ++i) {
    const std::size_t begin = static_cast<std::size_t>(i) * count;
    for (std::size_t k = begin; k < begin + count; ++k) {
      if (!(affinities.values[k] > 0)) continue;
      result.columns.push_back(affinities.neighbours.indices[k]);
      result.values.push_back(factors(i) * affinities.values[k]);
    }
    result.offsets.push_back(result.values.size());
  }
  return result;
}

}  // namespace dsne::tsne
