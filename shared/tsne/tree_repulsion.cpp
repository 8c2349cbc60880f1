#include "tsne/tree_repulsion.h"

#include <algorithm>
#include <utility>

#include "core/simd.h"

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

void measure_box(TreeCell& cell, const std::vector<TreePoint>& points) {
  cell.low = points[cell.begin].place;
  cell.high = cell.low;
  for (std::size_t i = cell.begin; i < cell.end; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      cell.low[k] = std::min(cell.low[k], points[i].place[k]);
      cell.high[k] = std::max(cell.high[k], points[i].place[k]);
    }
  }
}

void measure_moments(TreeCell& cell, const std::vector<TreePoint>& points) {
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

std::size_t longest_side(const TreeCell& cell) {
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (cell.high[k] - cell.low[k] > cell.high[longest] - cell.low[longest]) longest = k;
  }
  return longest;
}

/// Splits a cell's points between its halves.
void halve(const TreeCell& cell, std::vector<TreePoint>& points, TreeCell& lower, TreeCell& upper) {
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

std::vector<TreeCell> split(std::vector<TreePoint>& points) {
  const int levels = depth(points.size());
  std::vector<TreeCell> cells((std::size_t{2} << levels) - 1);
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

/// Returns the squared distance between two cells' boxes; 0 where they overlap.
float squared_gap(const TreeCell& a, const TreeCell& b) {
  float sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const float gap = std::max({0.0F, a.low[k] - b.high[k], b.low[k] - a.high[k]});
    sum += gap * gap;
  }
  return sum;
}

/// A cell acts as a whole on a leaf when its spread is at most this share of the boxes' squared
/// distance: its standard deviation is at most a quarter of the distance.
constexpr float largest_share = 0.0625F;

/// Collects what acts on the points of one leaf.
struct Interactions {
  Coordinates near;  ///< as many columns as the map has points, the first near_points of them used
  FloatWeights near_weights;  ///< of these
  Eigen::Index near_points = 0;
  Coordinates far;  ///< rows: centre, weight, second moments; one column per cell
  Eigen::Index far_cells = 0;

  explicit Interactions(const KdTree& tree)
      : near(tree.coordinates.rows(), tree.coordinates.cols()),
        near_weights(tree.weights.size()),
        far(10, static_cast<Eigen::Index>(tree.cells.size())) {}
};

void add_near(Interactions& all, const KdTree& tree, const TreeCell& leaf) {
  const Eigen::Index points = leaf.end - leaf.begin;
  all.near.middleCols(all.near_points, points) = tree.coordinates.middleCols(leaf.begin, points);
  all.near_weights.segment(all.near_points, points) = tree.weights.segment(leaf.begin, points);
  all.near_points += points;
}

void add_far(Interactions& all, const TreeCell& cell) {
  auto column = all.far.col(all.far_cells);
  column.head(3) = Eigen::Map<const Eigen::Vector3f>(cell.centre.data());
  column(3) = cell.weight;
  column.tail(6) = Eigen::Map<const Eigen::Matrix<float, 6, 1>>(cell.moments.data());
  ++all.far_cells;
}

void collect(Interactions& all, const KdTree& tree, const TreeCell& leaf, std::size_t k) {
  const TreeCell& cell = tree.cells[k];
  if (cell.spread <= largest_share * squared_gap(leaf, cell)) {
    add_far(all, cell);
  } else if (k >= tree.first_leaf()) {
    add_near(all, tree, cell);
  } else {
    collect(all, tree, leaf, 2 * k + 1);
    collect(all, tree, leaf, 2 * k + 2);
  }
}

// The order of the products avoids overflow: M may be 1e35, and w 1e-30.
DSNE_SIMD void add_cells_2d(PointRepulsion& sum, const FloatPlace& place, const float* far,
                            std::ptrdiff_t stride, std::ptrdiff_t cells) {
  float fx = 0;
  float fy = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, weight)
  for (std::ptrdiff_t j = 0; j < cells; ++j) {
    const float* cell = far + j;
    const float dx = place[0] - cell[0];
    const float dy = place[1] - cell[stride];
    const float points = cell[3 * stride];
    const float xx = cell[4 * stride];
    const float xy = cell[5 * stride];
    const float yy = cell[6 * stride];
    const float w = 1 / (1 + dx * dx + dy * dy);
    const float ax = w * dx;
    const float ay = w * dy;
    const float bx = xx * ax + xy * ay;
    const float by = xy * ax + yy * ay;
    const float q = bx * dx + by * dy;
    const float t = xx + yy;
    const float along = w * (points - w * (2 * t - 12 * q));
    weight += w * (points - w * (t - 4 * q));
    fx += along * ax - 4 * w * w * bx;
    fy += along * ay - 4 * w * w * by;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.weight += double{weight};
}

DSNE_SIMD void add_cells_3d(PointRepulsion& sum, const FloatPlace& place, const float* far,
                            std::ptrdiff_t stride, std::ptrdiff_t cells) {
  float fx = 0;
  float fy = 0;
  float fu = 0;
  float weight = 0;
#pragma omp simd reduction(+ : fx, fy, fu, weight)
  for (std::ptrdiff_t j = 0; j < cells; ++j) {
    const float* cell = far + j;
    const float dx = place[0] - cell[0];
    const float dy = place[1] - cell[stride];
    const float du = place[2] - cell[2 * stride];
    const float points = cell[3 * stride];
    const float xx = cell[4 * stride];
    const float xy = cell[5 * stride];
    const float yy = cell[6 * stride];
    const float xu = cell[7 * stride];
    const float yu = cell[8 * stride];
    const float uu = cell[9 * stride];
    const float w = 1 / (1 + dx * dx + dy * dy + du * du);
    const float ax = w * dx;
    const float ay = w * dy;
    const float au = w * du;
    const float bx = xx * ax + xy * ay + xu * au;
    const float by = xy * ax + yy * ay + yu * au;
    const float bu = xu * ax + yu * ay + uu * au;
    const float q = bx * dx + by * dy + bu * du;
    const float t = xx + yy + uu;
    const float along = w * (points - w * (2 * t - 12 * q));
    weight += w * (points - w * (t - 4 * q));
    fx += along * ax - 4 * w * w * bx;
    fy += along * ay - 4 * w * w * by;
    fu += along * au - 4 * w * w * bu;
  }
  sum.force[0] += double{fx};
  sum.force[1] += double{fy};
  sum.force[2] += double{fu};
  sum.weight += double{weight};
}

PointRepulsion effect_on(const FloatPlace& place, const Interactions& all) {
  PointRepulsion sum;
  const auto add_cells = all.near.rows() == 2 ? add_cells_2d : add_cells_3d;
  add_cells(sum, place, all.far.data(), all.far.cols(), all.far_cells);
  add_pairs(sum, place, all.near, all.near_weights, 0, all.near_points);
  return sum;
}

/// Writes the sources' effects on the points of one leaf.
void act_on_leaf(TreeEffects& effects, Interactions& all, const KdTree& sources,
                 const KdTree& places, const TreeCell& leaf) {
  all.near_points = 0;
  all.far_cells = 0;
  collect(all, sources, leaf, 0);
  for (std::uint32_t i = leaf.begin; i < leaf.end; ++i) {
    const PointRepulsion point = effect_on(place_at(places.coordinates, i), all);
    std::copy_n(point.force.begin(), effects.forces.cols(),
                effects.forces.row(places.order[i]).data());
    effects.weights(places.order[i]) = point.weight;
  }
}

}  // namespace

KdTree kd_tree(const Coordinates& coordinates, const FloatWeights& weights) {
  std::vector<TreePoint> points(static_cast<std::size_t>(coordinates.cols()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    points[i] = {place_at(coordinates, column), weights(column), static_cast<std::uint32_t>(i)};
  }
  KdTree tree;
  tree.cells = split(points);
  tree.order.reserve(points.size());
  for (const TreePoint& point : points) tree.order.push_back(point.index);
  tree.coordinates = coordinates(Eigen::all, tree.order);
  tree.weights = weights(tree.order);
  return tree;
}

Repulsion tree_repulsion(const Matrix& coordinates) {
  const KdTree tree =
      kd_tree(centred_coordinates(coordinates), FloatWeights::Ones(coordinates.rows()));
  TreeEffects effects = tree_effects(tree, tree);
  // Each point is its own neighbour, directly or in a cell of its equals, and adds exactly 1 to its
  // weight.
  return {std::move(effects.forces), (effects.weights.array() - 1).sum()};
}

TreeEffects tree_effects(const KdTree& places, const KdTree& sources) {
  const Eigen::Index points = places.coordinates.cols();
  TreeEffects effects{Matrix(points, places.coordinates.rows()), Vector(points)};
#pragma omp parallel
  {
    Interactions all(sources);
#pragma omp for schedule(dynamic)
    for (std::size_t k = places.first_leaf(); k < places.cells.size(); ++k) {
      act_on_leaf(effects, all, sources, places, places.cells[k]);
    }
  }
  return effects;
}

}  // namespace dsne::tsne
