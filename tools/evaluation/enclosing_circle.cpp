#include "tools/evaluation/enclosing_circle.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace dsne::evaluation {
namespace {

using Place = Eigen::RowVector2d;

/// A circle and the two or three points that hold it.
struct Circle {
  Place centre;
  double radius = 0;
  std::vector<Place> support;
};

/// The place as far from a as from b and c; not finite when the three are on a line.
Place circumcentre(const Place& a, const Place& b, const Place& c) {
  Eigen::Matrix2d sides;
  sides << b - a, c - a;
  const Eigen::Vector2d half_squares = sides.rowwise().squaredNorm() / 2;
  return a + (sides.inverse() * half_squares).transpose();
}

double farthest_distance(const std::vector<Place>& points, const Place& centre) {
  double distance = 0;
  for (const Place& point : points) distance = std::max(distance, (point - centre).norm());
  return distance;
}

/// The smallest enclosing circle of a few points, by trying every pair and triple as its support.
Circle smallest_of_supports(const std::vector<Place>& points) {
  Circle smallest;
  smallest.radius = std::numeric_limits<double>::infinity();
  const auto consider = [&](const Place& centre, const std::vector<Place>& support) {
    if (!centre.allFinite()) return;
    const double radius = farthest_distance(points, centre);
    if (radius < smallest.radius) smallest = {centre, radius, support};
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      consider((points[i] + points[j]) / 2, {points[i], points[j]});
      for (std::size_t k = 0; k < j; ++k) {
        consider(circumcentre(points[i], points[j], points[k]), {points[i], points[j], points[k]});
      }
    }
  }
  return smallest;
}

}  // namespace

// The circle of a few points grows by the point that is farthest outside, until none is: Welzl's
// problem with the pivot rule of Gärtner (1999). A circle that no longer grows has met rounding.
double enclosing_radius(const Matrix& points) {
  Circle circle{points.row(0), 0, {points.row(0)}};
  while (true) {
    Eigen::Index farthest = 0;
    const double distance = (points.rowwise() - circle.centre).rowwise().norm().maxCoeff(&farthest);
    if (distance <= circle.radius) return distance;
    std::vector<Place> candidates = circle.support;
    candidates.emplace_back(points.row(farthest));
    Circle larger = smallest_of_supports(candidates);
    if (larger.radius <= circle.radius) return distance;
    circle = std::move(larger);
  }
}

}  // namespace dsne::evaluation
