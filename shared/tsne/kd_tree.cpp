#include "tsne/kd_tree.h"

#include <algorithm>

namespace dsne::tsne {
namespace {

constexpr std::size_t largest_leaf = 64;
// With fewer points, starting threads costs more than they save.
constexpr std::size_t min_tree_points_for_threads = 20000;

struct TreePoint {
  FloatPlace place;
  float weight;
  std::uint32_t index;
};

/// Returns how many halvings leave no part larger than a leaf.
int depth(std::size_t points) {
  int levels = 0;
  while (((points - 1) >> levels) >= largest_leaf) ++levels;
  return levels;
}

void measure_box(Cell& cell, const std::vector<TreePoint>& points) {
  cell.low = points[cell.begin].place;
  cell.high = cell.low;
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      cell.low[k] = std::min(cell.low[k], points[i].place[k]);
      cell.high[k] = std::max(cell.high[k], points[i].place[k]);
    }
  }
}

void measure_moments(Cell& cell, const std::vector<TreePoint>& points) {
  double weight = 0;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const auto place = [&](std::size_t i) {
    return Eigen::Map<const Eigen::Vector3f>(points[i].place.data()).cast<double>();
  };
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    weight += double{points[i].weight};
    sum += double{points[i].weight} * place(i);
  }
  const Eigen::Vector3d centre = sum / weight;
  Eigen::Matrix3d moments = Eigen::Matrix3d::Zero();
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    const Eigen::Vector3d difference = place(i) - centre;
    moments += double{points[i].weight} * difference * difference.transpose();
  }
  cell.weight = static_cast<float>(weight);
  Eigen::Map<Eigen::Vector3f>(cell.centre.data()) = centre.cast<float>();
  const Eigen::Matrix3f m = moments.cast<float>();
  cell.moments = {m(0, 0), m(0, 1), m(1, 1), m(0, 2), m(1, 2), m(2, 2)};
  cell.spread = static_cast<float>(moments.trace() / weight);
}

std::size_t longest_side(const Cell& cell) {
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (cell.high[k] - cell.low[k] > cell.high[longest] - cell.low[longest]) longest = k;
  }
  return longest;
}

/// Splits a cell's points between its halves.
void halve(const Cell& cell, std::vector<TreePoint>& points, Cell& lower, Cell& upper) {
  const std::size_t side = longest_side(cell);
  const std::uint32_t middle = cell.begin + (cell.end - cell.begin) / 2;
  std::nth_element(points.begin() + cell.begin, points.begin() + middle, points.begin() + cell.end,
                   [side](const TreePoint& a, const TreePoint& b) {
                     return a.place[side] < b.place[side] ||
                            (a.place[side] == b.place[side] && a.index < b.index);
                   });
  lower.begin = cell.begin;
  lower.end = middle;
  upper.begin = middle;
  upper.end = cell.end;
}

std::vector<Cell> split(std::vector<TreePoint>& points) {
  const int levels = depth(points.size());
  std::vector<Cell> cells((std::size_t{2} << levels) - 1);
  cells.front().end = static_cast<std::uint32_t>(points.size());
  const std::size_t first_leaf = cells.size() / 2;
  for (int level = 0; level <= levels; ++level) {
    const std::size_t first = (std::size_t{1} << level) - 1;
#pragma omp parallel for schedule(dynamic) if (points.size() >= min_tree_points_for_threads)
    for (std::size_t k = first; k <= 2 * first; ++k) {
      measure_box(cells[k], points);
      measure_moments(cells[k], points);
      if (k < first_leaf) halve(cells[k], points, cells[2 * k + 1], cells[2 * k + 2]);
    }
  }
  return cells;
}

}  // namespace

KdTree kd_tree(const Coordinates& coordinates, const FloatWeights& weights) {
  std::vector<TreePoint> points(static_cast<std::size_t>(coordinates.cols()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    points[i] = {place_at(coordinates, column), weights.size() == 0 ? 1 : weights(column),
                 static_cast<std::uint32_t>(i)};
  }
  KdTree tree;
  tree.cells = split(points);
  tree.order.reserve(points.size());
  for (const TreePoint& point : points) tree.order.push_back(point.index);
  tree.coordinates = coordinates(Eigen::all, tree.order);
  if (weights.size() > 0) tree.weights = weights(tree.order);
  return tree;
}

float squared_gap(const Cell& a, const Cell& b) {
  float sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const float gap = std::max({0.0F, a.low[k] - b.high[k], b.low[k] - a.high[k]});
    sum += gap * gap;
  }
  return sum;
}

}  // namespace dsne::tsne
