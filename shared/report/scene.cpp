#include "report/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/errors.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr double darkest = 0.65;  ///< opacity of the fullest cell

/// The smallest cube around the coordinates. Halves keep the largest doubles finite.
struct Frame {
  RowVector half_middle;
  double half_side = 0.5;

  double unit(double coordinate, Eigen::Index dimension) const {
    const double from_middle = (coordinate / 2 - half_middle(dimension)) / half_side;
    return std::round((from_middle + 0.5) * scene_side);
  }
};

Frame frame_of(const Matrix& coordinates) {
  if (coordinates.rows() == 0) return {RowVector::Zero(coordinates.cols())};
  const RowVector least = coordinates.colwise().minCoeff() / 2;
  const RowVector most = coordinates.colwise().maxCoeff() / 2;
  const double half_side = (most - least).maxCoeff();
  return {least / 2 + most / 2, half_side > 0 ? half_side : 0.5};
}

Matrix in_frame(const Matrix& coordinates, const Frame& frame) {
  Matrix shown(coordinates.rows(), coordinates.cols());
  for (Eigen::Index i = 0; i < shown.rows(); ++i) {
    for (Eigen::Index d = 0; d < shown.cols(); ++d) shown(i, d) = frame.unit(coordinates(i, d), d);
  }
  return shown;
}

/// Returns larger widths for marks of several subjects, but smaller where many of these marks would
/// hide the others.
std::vector<double> mark_widths(const std::vector<double>& subjects) {
  constexpr double room_for = 60;
  const auto several = std::ranges::count_if(subjects, [](double number) { return number > 1; });
  const double shrunk = std::min(
      1.0, std::sqrt(room_for / static_cast<double>(std::max<std::ptrdiff_t>(several, 1))));
  std::vector<double> widths;
  widths.reserve(subjects.size());
  for (const double number : subjects) {
    widths.push_back(number > 1 ? shrunk * mark_width(number) : 1);
  }
  return widths;
}

/// Returns the share of a site's points that a noisy count stands for; 0 for a count that may be
/// noise alone.
double share(const quality::CellEstimate& cell, Eigen::Index points) {
  return cell.low > 0 ? std::clamp(cell.count / static_cast<double>(points), 0.0, 1.0) : 0;
}

/// Adds the cells, darker the larger the share of a site's subjects, on one scale for all sites.
void add_cells(const DensityReport& report, const Frame& frame, Scene& scene) {
  const quality::MapGrid& grid = report.densities.grid;
  for (Eigen::Index cell = 0; cell < grid.cells(); ++cell) {
    const Eigen::Array2d low = grid.low(cell);
    const Eigen::Array2d high = grid.high(cell);
    scene.cells.push_back({frame.unit(low(0), 0), frame.unit(low(1), 1), frame.unit(high(0), 0),
                           frame.unit(high(1), 1)});
  }
  double fullest = 0;
  for (std::size_t i = 0; i < report.estimates.size(); ++i) {
    const quality::SiteDensity& site = report.densities.sites[i];
    scene.layers.push_back({site.site, site.points, report.estimates[i], {}});
    for (const quality::CellEstimate& cell : report.estimates[i]) {
      scene.layers[i].opacity.push_back(share(cell, site.points));
      fullest = std::max(fullest, scene.layers[i].opacity.back());
    }
  }
  if (fullest == 0) return;
  for (Scene::Layer& layer : scene.layers) {
    for (double& opacity : layer.opacity) opacity *= darkest / fullest;
  }
}

std::string hexadecimal(const Colour& colour) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "#";
  for (const double part : {colour.red, colour.green, colour.blue}) {
    const auto value = static_cast<unsigned>(std::lround(part * 255));
    text += {digits[value >> 4U], digits[value & 15U]};
  }
  return text;
}

/// In the order of Shape.
constexpr std::array shape_names{"circle", "square", "triangle", "diamond", "inverted triangle",
                                 "plus",   "cross"};

/// Returns the corners of each shape that has some, in radii around its middle, downwards.
Json shapes_json() {
  Json outlines = Json::object();
  for (std::size_t i = 1; i < shape_names.size(); ++i) {
    for (const Corner& corner : corners(static_cast<Shape>(i))) {
      outlines[shape_names[i]].push_back({with_digits(corner.x), with_digits(corner.y)});
    }
  }
  return outlines;
}

/// Returns the coordinates, a list per dimension.
Json coordinates_json(const Matrix& coordinates) {
  Json columns = Json::array();
  for (const auto& column : coordinates.colwise()) {
    columns.push_back(std::vector<std::int64_t>(column.begin(), column.end()));
  }
  return columns;
}

/// Returns the labels' names in order of appearance, and each point's number among them, -1 for
/// none.
Json labels_json(const std::vector<std::string>& labels) {
  std::map<std::string, int> numbers;
  Json names = Json::array();
  Json points = Json::array();
  for (const std::string& label : labels) {
    if (label.empty()) {
      points.push_back(-1);
      continue;
    }
    const auto [entry, is_new] = numbers.emplace(label, static_cast<int>(numbers.size()));
    if (is_new) names.push_back(display_text(label));
    points.push_back(entry->second);
  }
  return {{"names", names}, {"label", points}};
}

/// Returns the cells' corners, and for each site and cell [count, low, high, expected, apart,
/// opacity].
Json densities_json(const Scene& scene) {
  Json cells = Json::array();
  for (const auto& [left, low, right, high] : scene.cells) {
    cells.push_back(std::vector<std::int64_t>{std::lround(left), std::lround(low),
                                              std::lround(right), std::lround(high)});
  }
  Json sites = Json::array();
  for (const Scene::Layer& layer : scene.layers) {
    Json counts = Json::array();
    for (std::size_t cell = 0; cell < layer.counts.size(); ++cell) {
      const quality::CellEstimate& each = layer.counts[cell];
      counts.push_back({with_digits(each.count), with_digits(each.low), with_digits(each.high),
                        with_digits(each.expected), each.apart, with_digits(layer.opacity[cell])});
    }
    sites.push_back(
        {{"name", display_text(layer.site)}, {"points", layer.points}, {"counts", counts}});
  }
  return {{"cells", cells}, {"sites", sites}};
}

}  // namespace

Scene make_scene(const Embedding& embedding, const DensityReport* densities) {
  if (!embedding.coordinates.allFinite()) throw Error("a position on the map is not finite");
  const Frame frame = frame_of(embedding.coordinates);
  Scene scene{embedding, mark_widths(embedding.subjects), {by_site(embedding)}, {}, {}};
  scene.map.coordinates = in_frame(embedding.coordinates, frame);
  if (auto labelled = by_label(embedding)) scene.colourings.push_back(*std::move(labelled));
  if (densities != nullptr) add_cells(*densities, frame, scene);
  return scene;
}

Json to_json(const Colouring& colouring) {
  Json groups = Json::array();
  for (const Group& group : colouring.groups) {
    groups.push_back({{"name", group.name},
                      {"colour", hexadecimal(group.style.colour)},
                      {"shape", shape_names.at(static_cast<std::size_t>(group.style.shape))},
                      {"behind", group.behind}});
  }
  return {{"heading", colouring.heading}, {"groups", groups}, {"group", colouring.group_of_point}};
}

Json to_json(const Scene& scene) {
  Json json = {{"places", coordinates_json(scene.map.coordinates)},
               {"sites", display_texts(scene.map.site_names)},
               {"site", scene.map.sites},
               {"labels", labels_json(scene.map.labels)},
               {"shapes", shapes_json()},
               {"colourings", Json::array()}};
  for (const Colouring& colouring : scene.colourings) {
    json["colourings"].push_back(to_json(colouring));
  }
  if (!scene.map.subjects.empty()) {
    json["subjects"] = rounded(scene.map.subjects);
    json["widths"] = rounded(scene.widths);
  }
  if (!scene.layers.empty()) json["densities"] = densities_json(scene);
  return json;
}

}  // namespace dsne::report
