#include "report/panel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "report/mark.h"

namespace dsne::report {
namespace {

constexpr double padding = 9;

/// In a panel smaller than this, marks are smaller too.
constexpr double full_side = 370;

/// With more points, a panel's marks are one image: a path for each would make the SVG too large.
constexpr std::size_t max_paths = 2000;

/// Converts coordinates to the unit square: from -1 to 1 along the map's widest axis.
struct Scale {
  RowVector centre;
  double half_width = 1;
};

std::vector<std::size_t> drawable_points(const Embedding& embedding) {
  std::vector<std::size_t> points;
  for (std::size_t i = 0; i < embedding.sites.size(); ++i) {
    if (is_drawable(embedding, i)) points.push_back(i);
  }
  return points;
}

/// Halves before adding, so that the largest doubles do not overflow.
Scale scale_of(const Embedding& embedding, const std::vector<std::size_t>& points) {
  if (points.empty()) return {};
  const auto first = static_cast<Eigen::Index>(points.front());
  RowVector low = embedding.coordinates.row(first);
  RowVector high = low;
  for (const std::size_t point : points) {
    const RowVector place = embedding.coordinates.row(static_cast<Eigen::Index>(point));
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  const double half_width = (high / 2 - low / 2).maxCoeff();
  return {low / 2 + high / 2, half_width > 0 ? half_width : 1};
}

/// A fixed shuffle: multiplying by an odd constant permutes the 64-bit numbers.
std::uint64_t shuffled(std::size_t point) { return point * 0x9E3779B97F4A7C15ULL; }

double subjects_of(const Embedding& embedding, std::size_t point) {
  return embedding.subjects.empty() ? 1 : embedding.subjects[point];
}

/// Sorts the background first, then points that stand for several subjects, then the others.
void sort_for_drawing(std::vector<std::size_t>& points, const Embedding& embedding,
                      const Colouring& colouring) {
  const auto depth = [&](std::size_t point) {
    if (colouring.groups[colouring.group_of_point[point]].behind) return 0;
    return subjects_of(embedding, point) > 1 ? 1 : 2;
  };
  std::sort(points.begin(), points.end(), [&](std::size_t a, std::size_t b) {
    return depth(a) != depth(b) ? depth(a) < depth(b) : shuffled(a) < shuffled(b);
  });
}

/// Makes the mark of several subjects larger and more transparent.
/// @param shrunk below 1 where so many of them would hide the others
MarkSize sized(const MarkSize& size, double subjects, double shrunk) {
  constexpr double opacity_of_several = 0.55;
  if (!(subjects > 1)) return size;
  return {size.radius * shrunk * mark_width(subjects), size.opacity * opacity_of_several};
}

double shrunk_by(const Embedding& embedding) {
  constexpr double room_for = 60;
  const auto several = std::count_if(embedding.subjects.begin(), embedding.subjects.end(),
                                     [](double subjects) { return subjects > 1; });
  return std::min(1.0,
                  std::sqrt(room_for / static_cast<double>(std::max<std::ptrdiff_t>(several, 1))));
}

MarkSize scaled_mark_size(std::size_t points, double side) {
  const MarkSize size = mark_size(points);
  return {size.radius * std::min(1.0, std::sqrt(side / full_side)), size.opacity};
}

/// Draws the marks into a square whose corner is the origin.
void draw_marks(cairo_t* canvas, const Embedding& embedding, const Colouring& colouring,
                const Axes& axes, double side) {
  std::vector<std::size_t> points = drawable_points(embedding);
  sort_for_drawing(points, embedding, colouring);
  const Scale scale = scale_of(embedding, points);
  const MarkSize size = scaled_mark_size(points.size(), side);
  const MarkSize small{size.radius * 0.7, size.opacity};
  const double shrunk = shrunk_by(embedding);
  const double most_subjects =
      embedding.subjects.empty()
          ? 1
          : *std::max_element(embedding.subjects.begin(), embedding.subjects.end());
  const double middle = side / 2;
  const double reach = middle - std::max(padding, sized(size, most_subjects, shrunk).radius + 2);
  for (const std::size_t point : points) {
    const Group& group = colouring.groups[colouring.group_of_point[point]];
    const RowVector place =
        (embedding.coordinates.row(static_cast<Eigen::Index>(point)) - scale.centre) /
        scale.half_width;
    draw_mark(canvas, group.style,
              sized(group.behind ? small : size, subjects_of(embedding, point), shrunk),
              middle + reach * place(axes[0]), middle - reach * place(axes[1]));
  }
}

}  // namespace

void draw_panel(cairo_t* canvas, const Embedding& embedding, const Colouring& colouring,
                const Axes& axes, const Rectangle& frame) {
  cairo_save(canvas);
  cairo_translate(canvas, frame.x, frame.y);
  if (embedding.sites.size() <= max_paths) {
    draw_marks(canvas, embedding, colouring, axes, frame.width);
  } else {
    const Surface image = image_of({frame.width, frame.width, [&](cairo_t* marks) {
                                      draw_marks(marks, embedding, colouring, axes, frame.width);
                                    }});
    cairo_set_source_surface(canvas, image.get(), 0, 0);
    cairo_paint(canvas);
  }
  cairo_restore(canvas);
  draw_frame(canvas, frame);
}

}  // namespace dsne::report
