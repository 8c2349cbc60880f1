#include "tools/evaluation/convex_polygon.h"

#include <algorithm>
#include <boost/geometry.hpp>
#include <iterator>
#include <limits>
#include <utility>

namespace dsne::evaluation {
namespace {

struct PolygonEdge {
  Eigen::RowVector2d left;
  Eigen::RowVector2d right;

  double height(double x) const {
    const double share = (x - left.x()) / (right.x() - left.x());
    return left.y() + share * (right.y() - left.y());
  }
};

/// The edges that are not vertical.
std::vector<PolygonEdge> edges_of(const ConvexPolygon& polygon) {
  std::vector<PolygonEdge> edges;
  for (Eigen::Index i = 0; i < polygon.rows(); ++i) {
    PolygonEdge edge{polygon.row(i), polygon.row((i + 1) % polygon.rows())};
    if (edge.left.x() > edge.right.x()) std::swap(edge.left, edge.right);
    if (edge.left.x() < edge.right.x()) edges.push_back(edge);
  }
  return edges;
}

/// Appends where the edges cross between their ends, if they do.
void append_crossing(const PolygonEdge& a, const PolygonEdge& b, std::vector<double>& cuts) {
  const double begin = std::max(a.left.x(), b.left.x());
  const double end = std::min(a.right.x(), b.right.x());
  if (begin >= end) return;
  const double before = a.height(begin) - b.height(begin);
  const double after = a.height(end) - b.height(end);
  if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
    cuts.push_back(begin + (end - begin) * (before / (before - after)));
  }
}

/// The ends of all strips, ascending.
std::vector<double> strip_ends(const std::vector<std::vector<PolygonEdge>>& polygons) {
  std::vector<double> ends;
  std::vector<PolygonEdge> earlier;
  for (const std::vector<PolygonEdge>& edges : polygons) {
    for (const PolygonEdge& edge : edges) {
      ends.push_back(edge.left.x());
      ends.push_back(edge.right.x());
      for (const PolygonEdge& other : earlier) append_crossing(edge, other, ends);
    }
    earlier.insert(earlier.end(), edges.begin(), edges.end());
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

/// How much of the vertical line at x the polygons cover.
double covered_length(const std::vector<std::vector<PolygonEdge>>& polygons, double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> intervals;
  for (const std::vector<PolygonEdge>& edges : polygons) {
    std::pair<double, double> interval(infinity, -infinity);
    for (const PolygonEdge& edge : edges) {
      if (x < edge.left.x() || x > edge.right.x()) continue;
      const double height = edge.height(x);
      interval.first = std::min(interval.first, height);
      interval.second = std::max(interval.second, height);
    }
    if (interval.first < interval.second) intervals.push_back(interval);
  }
  std::sort(intervals.begin(), intervals.end());
  double length = 0;
  double covered_to = -infinity;
  for (const auto& [low, high] : intervals) {
    length += std::max(0.0, high - std::max(low, covered_to));
    covered_to = std::max(covered_to, high);
  }
  return length;
}

}  // namespace

ConvexPolygon convex_hull(const Matrix& points) {
  namespace model = boost::geometry::model;
  using Point = model::d2::point_xy<double>;
  model::multi_point<Point> coordinates;
  for (const auto& row : points.rowwise()) coordinates.emplace_back(row(0), row(1));
  model::ring<Point> ring;
  boost::geometry::convex_hull(coordinates, ring);

  // The ring is closed, and Boost fills up the rings of one or two places by repeating them.
  const auto same = [](const Point& a, const Point& b) { return a.x() == b.x() && a.y() == b.y(); };
  ring.erase(std::unique(ring.begin(), ring.end(), same), ring.end());
  if (ring.size() > 1) ring.pop_back();
  ConvexPolygon hull(std::ssize(ring), 2);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    hull.row(static_cast<Eigen::Index>(i)) << ring[i].x(), ring[i].y();
  }
  return hull;
}

double perimeter(const ConvexPolygon& polygon) {
  double length = 0;
  for (Eigen::Index i = 0; i < polygon.rows(); ++i) {
    length += (polygon.row(i) - polygon.row((i + 1) % polygon.rows())).norm();
  }
  return length;
}

double union_area(const std::vector<ConvexPolygon>& polygons) {
  std::vector<std::vector<PolygonEdge>> edges;
  std::transform(polygons.begin(), polygons.end(), std::back_inserter(edges), edges_of);
  const std::vector<double> ends = strip_ends(edges);
  double area = 0;
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double width = ends[i] - ends[i - 1];
    if (width > 0) area += width * covered_length(edges, ends[i - 1] + width / 2);
  }
  return area;
}

}  // namespace dsne::evaluation
