#include "tsne/neighbours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/products.h"
#include "core/simd.h"

namespace dsne::tsne {
namespace {

using Eigen::Index;

/// The tiles of candidates multiplied with a whole group of queries at a time.
constexpr Index chunk_tiles = 16;
/// Bounds the sum of all numbers that underflow in single precision.
constexpr float smallest = 1e-35F;

/// Bounds the rounding error of a squared distance, as a share of ‖x‖² + ‖y‖². A sum of `features`
/// products errs by at most features·2⁻²⁴ of it; rounding the coordinates, norms and sums adds less
/// than 16.
float largest_error(Index features) { return static_cast<float>(features + 16) * 0x1p-24F; }

/// A candidate with the bounds of its squared distance.
struct Entry {
  float lower;
  float upper;
  std::uint32_t index;
};

/// The candidates of one query that can still be among its nearest.
class Nearest {
 public:
  Nearest(Index count, float norm, float error, std::int64_t skipped)
      : count_(count), norm_(norm), error_(error), skipped_(skipped) {}

  float bound() const { return bound_; }
  std::int64_t skipped() const { return skipped_; }

  void offer(std::int64_t index, float lower, float candidate_norm) {
    if (lower > bound_ || index == skipped_) return;
    const float width = 2 * (error_ * (norm_ + candidate_norm) + smallest);
    entries_.push_back({lower, lower + width, static_cast<std::uint32_t>(index)});
    if (std::ssize(entries_) >= limit_) shrink();
  }

  std::vector<std::uint32_t> indices() {
    shrink();
    std::vector<std::uint32_t> result;
    result.reserve(entries_.size());
    for (const Entry& entry : entries_) result.push_back(entry.index);
    return result;
  }

 private:
  void shrink() {
    if (std::ssize(entries_) < count_) return;
    const auto last = entries_.begin() + (count_ - 1);
    std::nth_element(entries_.begin(), last, entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.upper < b.upper; });
    bound_ = last->upper;
    std::erase_if(entries_, [&](const Entry& entry) { return entry.lower > bound_; });
    limit_ = std::max(limit_, 2 * std::ssize(entries_));
  }

  Index count_;
  float norm_;
  float error_;
  std::int64_t skipped_;
  std::ptrdiff_t limit_ = 4 * count_ + 64;
  float bound_ = std::numeric_limits<float>::max();
  std::vector<Entry> entries_;
};

/// Turns the products of 8 queries with 16 candidates into lower bounds of their squared distances,
/// in place, and finds each query's smallest.
DSNE_SIMD void lower_bounds(float* products, const float* query_norms, const float* candidate_norms,
                            float error, float* least) {
  for (Index i = 0; i < left_rows; ++i) {
    float* row = products + i * right_rows;
    for (Index j = 0; j < right_rows; ++j) {
      row[j] = (query_norms[i] + candidate_norms[j]) * (1 - error) - 2 * row[j] - smallest;
    }
    // Halves of a fixed length are vectorized; a reduction of 16 costs three times as much.
    std::array<float, right_rows / 2> min_of{};
    for (std::size_t j = 0; j < 8; ++j) min_of[j] = std::min(row[j], row[j + 8]);
    for (std::size_t j = 0; j < 4; ++j) min_of[j] = std::min(min_of[j], min_of[j + 4]);
    for (std::size_t j = 0; j < 2; ++j) min_of[j] = std::min(min_of[j], min_of[j + 2]);
    least[i] = std::min(min_of[0], min_of[1]);
  }
}

/// Offers the candidates of one tile to up to 8 queries.
void offer_tile(Nearest* nearest, Index queries, const float* packed_queries, const float* tile,
                Index features, const float* query_norms, const float* candidate_norms, float error,
                Index first_candidate) {
  std::array<float, left_rows * right_rows> lower{};
  std::array<float, left_rows> least{};
  row_products(packed_queries, tile, features, lower.data());
  lower_bounds(lower.data(), query_norms, candidate_norms, error, least.data());
  for (Index i = 0; i < queries; ++i) {
    const float bound = nearest[i].bound();
    if (least[static_cast<std::size_t>(i)] > bound) continue;
    const float* row = lower.data() + i * right_rows;
    for (Index j = 0; j < right_rows; ++j) {
      if (row[j] <= bound) nearest[i].offer(first_candidate + j, row[j], candidate_norms[j]);
    }
  }
}

std::vector<float> squared_norms(const Matrix& points) {
  const Vector norms = points.rowwise().squaredNorm();
  return {norms.begin(), norms.end()};
}

/// Finds quickly which candidates can be among a query's nearest, by matrix products in single
/// precision: ‖x − y‖² = ‖x‖² + ‖y‖² − 2xᵀy, with a bound on their rounding errors. Never misses
/// one of the nearest.
class Shortlist {
 public:
  /// @param queries, candidates points in rows, with the same columns
  Shortlist(const Matrix& queries, const Matrix& candidates);

  /// The most queries in a group.
  static constexpr Eigen::Index group_rows = 64;

  /// Returns, for each query in the rows [first, last), a set of candidates that includes its
  /// `count` nearest, in no order; all candidates when the query is not finite.
  /// @param skip_self leaves out the candidate of the query's own row
  /// @pre last − first <= group_rows; there are `count` candidates
  std::vector<std::vector<std::uint32_t>> of_group(Eigen::Index first, Eigen::Index last,
                                                   Eigen::Index count, bool skip_self) const;

 private:
  std::vector<std::uint32_t> all_candidates(std::int64_t skipped) const;

  using FloatRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  FloatRows queries_;
  std::vector<float> query_norms_;
  std::vector<float> tiles_;  ///< the candidates, packed 16 at a time
  std::vector<float> candidate_norms_;
  Eigen::Index candidates_;
};

Shortlist::Shortlist(const Matrix& queries, const Matrix& candidates)
    : candidates_(candidates.rows()) {
  // Centred on the candidates' mean and scaled to size 1, so that the error bound holds at any
  // scale.
  const double size = std::max(queries.cwiseAbs().maxCoeff(), candidates.cwiseAbs().maxCoeff());
  const double unit = size > 0 ? size : 1;
  const RowVector mean = (candidates / unit).colwise().mean();
  const Matrix q = (queries / unit).rowwise() - mean;
  const Matrix c = (candidates / unit).rowwise() - mean;
  queries_ = q.cast<float>();
  query_norms_ = squared_norms(q);
  candidate_norms_ = squared_norms(c);
  const Index tiles = (candidates_ + right_rows - 1) / right_rows;
  // Rows that pad the last tile are infinitely far.
  candidate_norms_.resize(static_cast<std::size_t>(tiles * right_rows),
                          std::numeric_limits<float>::infinity());
  tiles_.resize(static_cast<std::size_t>(tiles * right_rows * c.cols()));
  const FloatRows rows = c.cast<float>();
  for (Index tile = 0; tile < tiles; ++tile) {
    pack_rows(rows, tile * right_rows, right_rows, 0, rows.cols(),
              tiles_.data() + tile * right_rows * rows.cols());
  }
}

std::vector<std::uint32_t> Shortlist::all_candidates(std::int64_t skipped) const {
  std::vector<std::uint32_t> all;
  for (Index j = 0; j < candidates_; ++j) {
    if (j != skipped) all.push_back(static_cast<std::uint32_t>(j));
  }
  return all;
}

std::vector<std::vector<std::uint32_t>> Shortlist::of_group(Index first, Index last, Index count,
                                                            bool skip_self) const {
  const Index features = queries_.cols();
  const float error = largest_error(features);
  std::vector<Nearest> nearest;
  nearest.reserve(static_cast<std::size_t>(last - first));
  std::vector<float> norms(group_rows, 0);
  for (Index i = first; i < last; ++i) {
    const float norm = query_norms_[static_cast<std::size_t>(i)];
    nearest.emplace_back(count, norm, error, skip_self ? i : -1);
    norms[static_cast<std::size_t>(i - first)] = norm;
  }
  std::vector<float> packed(static_cast<std::size_t>(group_rows * features));
  for (Index i = 0; i < last - first; i += left_rows) {
    pack_rows(queries_, first + i, left_rows, 0, features, packed.data() + i * features);
  }
  const Index tiles = std::ssize(candidate_norms_) / right_rows;
  for (Index chunk = 0; chunk < tiles; chunk += chunk_tiles) {
    for (Index i = 0; i < last - first; i += left_rows) {
      for (Index tile = chunk; tile < std::min(chunk + chunk_tiles, tiles); ++tile) {
        offer_tile(&nearest[static_cast<std::size_t>(i)], std::min(left_rows, last - first - i),
                   packed.data() + i * features, tiles_.data() + tile * right_rows * features,
                   features, norms.data() + i, candidate_norms_.data() + tile * right_rows, error,
                   tile * right_rows);
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> result;
  result.reserve(nearest.size());
  for (Nearest& query : nearest) {
    result.push_back(query.indices());
    if (std::ssize(result.back()) < count) result.back() = all_candidates(query.skipped());
  }
  return result;
}

/// Candidates in columns, features × count, a feature `stride` numbers after the one before.
struct Columns {
  const double* first;
  std::ptrdiff_t features;
  std::ptrdiff_t count;
  std::ptrdiff_t stride;
};

/// Adds the squared distances of a query to the candidates.
DSNE_SIMD void add_squared_differences(const double* query, const Columns& candidates,
                                       double* out) {
  constexpr std::ptrdiff_t together = 4;  // features for each time that `out` is read and written
  const std::ptrdiff_t stride = candidates.stride;
  std::ptrdiff_t k = 0;
  for (; k + together <= candidates.features; k += together) {
    const double* row = candidates.first + k * stride;
#pragma omp simd
    for (std::ptrdiff_t j = 0; j < candidates.count; ++j) {
      double sum = out[j];
      for (std::ptrdiff_t f = 0; f < together; ++f) {
        const double difference = query[k + f] - row[f * stride + j];
        sum += difference * difference;
      }
      out[j] = sum;
    }
  }
  for (; k < candidates.features; ++k) {
    const double* row = candidates.first + k * stride;
#pragma omp simd
    for (std::ptrdiff_t j = 0; j < candidates.count; ++j) {
      const double difference = query[k] - row[j];
      out[j] += difference * difference;
    }
  }
}

/// Writes the nearest of some candidates to the query's row of the result.
void select_nearest(const RowVector& query, const Matrix& candidates,
                    const std::vector<std::uint32_t>& possible, Neighbours& result,
                    Eigen::Index row) {
  Vector distances = squared_distances(query, candidates(possible, Eigen::all).transpose().eval());
  // NaN cannot be sorted.
  distances = distances.array().isNaN().select(HUGE_VAL, distances);
  std::vector<Eigen::Index> order(possible.size());
  std::iota(order.begin(), order.end(), 0);
  const auto nearer = [&](Eigen::Index a, Eigen::Index b) {
    return distances[a] < distances[b] ||
           (distances[a] == distances[b] &&
            possible[static_cast<std::size_t>(a)] < possible[static_cast<std::size_t>(b)]);
  };
  const auto last = order.begin() + result.count;
  std::nth_element(order.begin(), last - 1, order.end(), nearer);
  std::sort(order.begin(), last, nearer);
  for (Eigen::Index k = 0; k < result.count; ++k) {
    const Eigen::Index nearest = order[static_cast<std::size_t>(k)];
    const auto place = static_cast<std::size_t>(row * result.count + k);
    result.indices[place] = possible[static_cast<std::size_t>(nearest)];
    result.squared_distances[place] = distances[nearest];
  }
}

Neighbours search(const Matrix& queries, const Matrix& candidates, Eigen::Index count,
                  bool skip_self) {
  const Eigen::Index rows = queries.rows();
  Neighbours result;
  result.count = count;
  result.indices.resize(static_cast<std::size_t>(rows * count));
  result.squared_distances.resize(static_cast<std::size_t>(rows * count));
  if (rows == 0) return result;
  const Shortlist shortlist(queries, candidates);
#pragma omp parallel for schedule(dynamic) if (rows > Shortlist::group_rows)
  for (Eigen::Index first = 0; first < rows; first += Shortlist::group_rows) {
    const Eigen::Index last = std::min(first + Shortlist::group_rows, rows);
    const auto possible = shortlist.of_group(first, last, count, skip_self);
    for (Eigen::Index i = first; i < last; ++i) {
      select_nearest(queries.row(i), candidates, possible[static_cast<std::size_t>(i - first)],
                     result, i);
    }
  }
  return result;
}

}  // namespace

Vector squared_distances(const RowVector& query, const Matrix& columns) {
  Vector distances = Vector::Zero(columns.cols());
  add_squared_differences(query.data(),
                          {columns.data(), columns.rows(), columns.cols(), columns.cols()},
                          distances.data());
  return distances;
}

Matrix squared_distances_between(const Matrix& points, const Matrix& others) {
  const Matrix columns = others.transpose();
  Matrix result(points.rows(), others.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    result.row(i) = squared_distances(points.row(i), columns);
  }
  return result;
}

Matrix squared_distances_among(const Matrix& points) {
  const Eigen::Index count = points.rows();
  const Matrix columns = points.transpose();
  Matrix result = Matrix::Zero(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    add_squared_differences(points.row(i).data(),
                            {columns.data() + i, points.cols(), count - i, count},
                            result.row(i).data() + i);
  }
  result.triangularView<Eigen::StrictlyLower>() = result.transpose();
  return result;
}

Neighbours nearest_neighbours(const Matrix& points, Eigen::Index count) {
  return search(points, points, count, true);
}

Neighbours nearest_candidates(const Matrix& queries, const Matrix& candidates, Eigen::Index count) {
  return search(queries, candidates, count, false);
}

}  // namespace dsne::tsne
