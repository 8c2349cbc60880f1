#include "tools/evaluation/isolation_forest.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <utility>

#include "core/uniform.h"

namespace dsne::evaluation {
namespace {

// The bias of the remainder, bound/2^64, is no matter here.
Eigen::Index uniform_below(Eigen::Index bound, std::mt19937_64& engine) {
  return static_cast<Eigen::Index>(engine() % static_cast<std::uint64_t>(bound));
}

/// Uniform in (low, high]. @pre low < high
double uniform_above(double low, double high, std::mt19937_64& engine) {
  return std::max(std::lerp(low, high, uniform(engine)), std::nextafter(low, high));
}

/// Moves `count` elements, drawn at random, to the front.
void draw_to_front(std::vector<Eigen::Index>& elements, Eigen::Index count,
                   std::mt19937_64& engine) {
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index drawn = i + uniform_below(std::ssize(elements) - i, engine);
    std::swap(elements[static_cast<std::size_t>(i)], elements[static_cast<std::size_t>(drawn)]);
  }
}

std::vector<Eigen::Index> indices_below(Eigen::Index end) {
  std::vector<Eigen::Index> indices(static_cast<std::size_t>(end));
  std::iota(indices.begin(), indices.end(), Eigen::Index{0});
  return indices;
}

}  // namespace

double average_path_length(Eigen::Index points) {
  if (points <= 1) return 0;
  double harmonic = 0;
  for (Eigen::Index i = 1; i < points; ++i) harmonic += 1 / static_cast<double>(i);
  const auto n = static_cast<double>(points);
  return 2 * harmonic - 2 * (n - 1) / n;
}

/// Grows trees, one after the other, each from a new subsample.
class IsolationForest::Grower {
 public:
  Grower(const Matrix& points, Eigen::Index subsample, std::uint64_t seed)
      : points_(points),
        subsample_(subsample),
        deepest_(static_cast<int>(std::ceil(std::log2(static_cast<double>(subsample))))),
        rows_(indices_below(points.rows())),
        columns_(indices_below(points.cols())),
        engine_(seed) {}

  Tree grow() {
    draw_to_front(rows_, subsample_, engine_);
    Tree tree;
    grow(tree, rows_.begin(), rows_.begin() + subsample_, 0);
    return tree;
  }

 private:
  using Rows = std::vector<Eigen::Index>::iterator;
  struct Split {
    Eigen::Index column = 0;
    double value = 0;
  };

  void grow(Tree& tree, Rows begin, Rows end, int depth) {
    const std::size_t node = tree.size();
    tree.emplace_back();
    const std::optional<Split> split = depth < deepest_ ? draw_split(begin, end) : std::nullopt;
    if (!split) {
      tree[node].path_length = depth + average_path_length(end - begin);
      return;
    }
    const Rows middle = std::partition(
        begin, end, [&](Eigen::Index row) { return points_(row, split->column) < split->value; });
    tree[node].column = split->column;
    tree[node].split = split->value;
    grow(tree, begin, middle, depth + 1);
    tree[node].right = tree.size();
    grow(tree, middle, end, depth + 1);
  }

  /// Draws a column among those in which the rows differ, and a value that leaves rows on both
  /// sides; nothing when the rows do not differ.
  std::optional<Split> draw_split(Rows begin, Rows end) {
    for (Eigen::Index untried = std::ssize(columns_); untried > 0; --untried) {
      const auto drawn = static_cast<std::size_t>(uniform_below(untried, engine_));
      const Eigen::Index column = columns_[drawn];
      std::swap(columns_[drawn], columns_[static_cast<std::size_t>(untried - 1)]);
      const auto [low, high] = range(column, begin, end);
      if (low < high) return Split{column, uniform_above(low, high, engine_)};
    }
    return std::nullopt;
  }

  std::pair<double, double> range(Eigen::Index column, Rows begin, Rows end) const {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (Rows row = begin; row != end; ++row) {
      low = std::min(low, points_(*row, column));
      high = std::max(high, points_(*row, column));
    }
    return {low, high};
  }

  const Matrix& points_;
  Eigen::Index subsample_;
  int deepest_;  ///< the average depth of a full tree: deeper down nothing is an anomaly
  std::vector<Eigen::Index> rows_;
  std::vector<Eigen::Index> columns_;
  std::mt19937_64 engine_;
};

IsolationForest::IsolationForest(const Matrix& points, const IsolationForestOptions& options) {
  const Eigen::Index subsample = std::min<Eigen::Index>(options.subsample, points.rows());
  normal_path_length_ = average_path_length(subsample);
  Grower grower(points, subsample, options.seed);
  std::generate_n(std::back_inserter(trees_), options.trees, [&] { return grower.grow(); });
}

double IsolationForest::score(const Eigen::Ref<const Eigen::RowVectorXd>& point) const {
  if (normal_path_length_ == 0) return 0.5;
  double total = 0;
  for (const Tree& tree : trees_) {
    std::size_t node = 0;
    while (tree[node].column >= 0) {
      node = point(tree[node].column) < tree[node].split ? node + 1 : tree[node].right;
    }
    total += tree[node].path_length;
  }
  return std::exp2(-total / static_cast<double>(trees_.size()) / normal_path_length_);
}

Vector IsolationForest::scores(const Matrix& points) const {
  Vector scores(points.rows());
  for (Eigen::Index i = 0; i < points.rows(); ++i) scores(i) = score(points.row(i));
  return scores;
}

}  // namespace dsne::evaluation
