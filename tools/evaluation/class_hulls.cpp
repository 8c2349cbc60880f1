#include "tools/evaluation/class_hulls.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "tools/evaluation/convex_polygon.h"
#include "tools/evaluation/enclosing_circle.h"
#include "tools/evaluation/isolation_forest.h"
#include "tools/evaluation/label_groups.h"

namespace dsne::evaluation {
namespace {

using std::numbers::pi;

// A hull whose area is this small beside its perimeter's square is a line but for rounding.
constexpr double line_tolerance = 1e-12;

struct Hull {
  ConvexPolygon polygon;
  double area = 0;
  double perimeter = 0;
};

/// The places of a class in an order of their own, so that no result depends on that of the rows.
Matrix sorted_coordinates(const Matrix& coordinates, std::vector<Eigen::Index> rows) {
  std::sort(rows.begin(), rows.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::pair(coordinates(a, 0), coordinates(a, 1)) <
           std::pair(coordinates(b, 0), coordinates(b, 1));
  });
  return coordinates(rows, Eigen::all);
}

Matrix without_outliers(const Matrix& coordinates) {
  const Vector scores = IsolationForest(coordinates).scores(coordinates);
  std::vector<Eigen::Index> order(static_cast<std::size_t>(coordinates.rows()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return scores(a) > scores(b); });
  const auto outliers = static_cast<std::ptrdiff_t>(
      std::floor(class_outlier_share * static_cast<double>(coordinates.rows())));
  order.erase(order.begin(), order.begin() + outliers);
  return coordinates(order, Eigen::all);
}

Hull hull_of(const Matrix& coordinates) {
  Hull hull;
  hull.polygon = convex_hull(coordinates);
  hull.perimeter = perimeter(hull.polygon);
  const double area = union_area({hull.polygon});
  if (area > line_tolerance * hull.perimeter * hull.perimeter) hull.area = area;
  return hull;
}

std::optional<double> intersection_area(const std::vector<Hull>& hulls) {
  std::vector<ConvexPolygon> polygons;
  double sum = 0;
  for (const Hull& hull : hulls) {
    if (hull.area == 0) continue;
    polygons.push_back(hull.polygon);
    sum += hull.area;
  }
  if (polygons.empty()) return std::nullopt;
  const double covered = union_area(polygons);
  return std::max(0.0, (sum - covered) / covered);
}

double circle_roundness(const Hull& hull) {
  const double radius = enclosing_radius(hull.polygon);
  return hull.area / (pi * radius * radius);
}

double perimeter_roundness(const Hull& hull) {
  return 4 * pi * hull.area / (hull.perimeter * hull.perimeter);
}

/// The mean of a measure over the hulls that are more than one place.
template <class Measure>
std::optional<double> mean_over(const std::vector<Hull>& hulls, Measure measure) {
  double sum = 0;
  int count = 0;
  for (const Hull& hull : hulls) {
    if (hull.perimeter == 0) continue;
    sum += measure(hull);
    ++count;
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

ClassHulls class_hulls(const Matrix& coordinates, const std::vector<std::string>& labels) {
  if (coordinates.cols() != 2) return {};
  std::vector<Hull> hulls;
  for (const auto& [label, rows] : rows_by_label(labels)) {
    hulls.push_back(hull_of(without_outliers(sorted_coordinates(coordinates, rows))));
  }
  return {intersection_area(hulls), mean_over(hulls, circle_roundness),
          mean_over(hulls, perimeter_roundness)};
}

}  // namespace dsne::evaluation
