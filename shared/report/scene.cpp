#include "report/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/errors.h"
#include "core/phrases.h"
#include "report/text.h"

namespace dsne::report {
namespace {

/// The input of by_site and by_label: names in order, and each point's index among them,
/// names.size() for the background.
struct KeyEntries {
  std::vector<std::string> names;
  std::vector<std::size_t> of_point;
  std::string background;
};

/// Makes one group per name while there is room, then "and N more" for the rest, and the
/// background.
std::vector<Group> make_groups(const KeyEntries& entries) {
  constexpr std::size_t room = max_groups - 1;
  const std::size_t names = entries.names.size();
  const std::size_t shown = names <= room ? names : room - 1;
  std::vector<Group> groups;
  for (std::size_t i = 0; i < shown; ++i) {
    groups.push_back({display_text(entries.names[i]), mark_style(i)});
  }
  if (shown < names) {
    groups.push_back(
        {"and " + std::to_string(names - shown) + " more", {Shape::circle, overflow_grey}});
  }
  groups.push_back({entries.background, {Shape::circle, background_grey}, true});
  return groups;
}

void add_point(Colouring& colouring, std::size_t group, const Embedding& embedding,
               std::size_t point) {
  colouring.group_of_point.push_back(group);
  ++colouring.groups[group].points;
  if (!embedding.subjects.empty() && embedding.subjects[point] > 1) {
    ++colouring.groups[group].several;
  }
}

Colouring colour(const Embedding& embedding, const std::string& heading,
                 const KeyEntries& entries) {
  Colouring result{heading, make_groups(entries), {}};
  const std::size_t background = result.groups.size() - 1;
  for (std::size_t point = 0; point < entries.of_point.size(); ++point) {
    const std::size_t entry = entries.of_point[point];
    const bool is_background = entry == entries.names.size();
    const std::size_t group = is_background ? background : std::min(entry, background - 1);
    add_point(result, group, embedding, point);
  }
  if (result.groups.back().points == 0) result.groups.pop_back();
  return result;
}

/// The groups from odd to ordinary, in mark_style's colours from warm to cold.
std::vector<Group> score_groups() {
  const auto colour = [](std::size_t entry) { return mark_style(entry).colour; };
  return {{"flagged", {Shape::diamond, colour(5)}},
          {"also to check", {Shape::triangle, colour(1)}},
          {"score from 0.95", {Shape::circle, colour(1)}},
          {"score 0.80 to 0.95", {Shape::circle, colour(7)}},
          {"score 0.50 to 0.80", {Shape::circle, colour(4)}},
          {"score below 0.50", {Shape::circle, colour(0)}},
          {"others", {Shape::circle, background_grey}, true}};
}

std::size_t group_of(const quality::OutlierScores& outliers, std::size_t subject) {
  if (outliers.flags.at(subject) == quality::Flag::flagged) return 0;
  if (outliers.flags.at(subject) == quality::Flag::also_check) return 1;
  const double score = outliers.scores(static_cast<Eigen::Index>(subject));
  if (score >= 0.95) return 2;
  if (score >= 0.80) return 3;
  return score >= 0.50 ? 4 : 5;
}

}  // namespace

std::string count_text(const Group& group) {
  std::string single = std::to_string(group.points - group.several);
  if (group.several == 0) return single;
  const std::string groups = counted(static_cast<std::int64_t>(group.several), "group");
  return group.points == group.several ? groups : single + " and " + groups;
}

Colouring by_site(const Embedding& embedding) {
  const bool is_compared = std::ranges::count(embedding.site_names, compared_site) > 0;
  KeyEntries entries{{}, {}, is_compared ? compared_site : reference_site};
  std::vector<std::size_t> entry_of_site;
  for (const std::string& name : embedding.site_names) {
    const auto same = std::ranges::find(entries.names, name);
    entry_of_site.push_back(static_cast<std::size_t>(same - entries.names.begin()));
    const bool is_new = same == entries.names.end() && name != entries.background;
    if (is_new) entries.names.push_back(name);
  }
  for (const std::size_t site : embedding.sites) {
    const bool is_reference = embedding.site_names.at(site) == entries.background;
    entries.of_point.push_back(is_reference ? entries.names.size() : entry_of_site[site]);
  }
  return colour(embedding, "By site", entries);
}

std::optional<Colouring> by_label(const Embedding& embedding) {
  std::map<std::string, std::size_t, decltype(&natural_less)> entry_of_label(&natural_less);
  for (const std::string& label : embedding.labels) {
    if (!label.empty()) entry_of_label.emplace(label, 0);
  }
  if (entry_of_label.empty()) return std::nullopt;
  KeyEntries entries{{}, {}, "no label"};
  for (auto& [label, entry] : entry_of_label) {
    entry = entries.names.size();
    entries.names.push_back(label);
  }
  for (const std::string& label : embedding.labels) {
    entries.of_point.push_back(label.empty() ? entries.names.size() : entry_of_label.at(label));
  }
  return colour(embedding, "By label", entries);
}

Colouring by_score(const Embedding& embedding, std::size_t site,
                   const quality::OutlierScores& outliers) {
  Colouring result{"By outlier score", score_groups(), {}};
  const std::size_t background = result.groups.size() - 1;
  std::size_t subject = 0;
  for (std::size_t point = 0; point < embedding.sites.size(); ++point) {
    const bool is_own = embedding.sites[point] == site;
    add_point(result, is_own ? group_of(outliers, subject++) : background, embedding, point);
  }
  return result;
}

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
  for (Eigen::Index d = 0; d < coordinates.cols(); ++d) {
    Json column = Json::array();
    for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
      column.push_back(static_cast<std::int64_t>(coordinates(i, d)));
    }
    columns.push_back(std::move(column));
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
