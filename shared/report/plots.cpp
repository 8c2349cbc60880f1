#include "report/plots.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "data/measure_terms.h"
#include "report/colouring.h"
#include "report/reasons.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr double embedding_units = 10000;

Json rounded(const std::vector<double>& values, int digits = 4) {
  Json json = Json::array();
  for (const double value : values) json.push_back(with_digits(value, digits));
  return json;
}

/// The smallest cube around the coordinates: its corner and side.
struct Frame {
  RowVector corner;
  double side = 0;
};

Frame frame_of(const Matrix& coordinates) {
  if (coordinates.rows() == 0) return {RowVector::Zero(coordinates.cols()), 1};
  const RowVector least = coordinates.colwise().minCoeff();
  const RowVector most = coordinates.colwise().maxCoeff();
  const double side = (most - least).maxCoeff();
  const double room = side > 0 ? side : 1;
  return {(least + most).array() / 2 - room / 2, room};
}

/// Returns the coordinates, a list per dimension.
Json coordinates_json(const Matrix& coordinates) {
  const Frame frame = frame_of(coordinates);
  Json columns = Json::array();
  for (Eigen::Index d = 0; d < coordinates.cols(); ++d) {
    Json column = Json::array();
    for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
      const double share = (coordinates(i, d) - frame.corner(d)) / frame.side;
      column.push_back(std::lround(share * embedding_units));
    }
    columns.push_back(std::move(column));
  }
  return columns;
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

Json colouring_json(const Colouring& colouring) {
  Json groups = Json::array();
  for (const Group& group : colouring.groups) {
    groups.push_back({{"name", group.name},
                      {"colour", hexadecimal(group.style.colour)},
                      {"shape", shape_names.at(static_cast<std::size_t>(group.style.shape))},
                      {"behind", group.behind}});
  }
  return {{"heading", colouring.heading}, {"groups", groups}, {"group", colouring.group_of_point}};
}

Json colourings_json(const Plots& plots) {
  Json colourings = Json::array({colouring_json(by_site(plots.embedding))});
  if (const auto labelled = by_label(plots.embedding))
    colourings.push_back(colouring_json(*labelled));
  if (plots.own && plots.own->outliers) {
    colourings.push_back(
        colouring_json(by_score(plots.embedding, plots.own->site, *plots.own->outliers)));
  }
  return colourings;
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

/// The positions of the entries with a value.
Json subjects_with(const std::vector<bool>& which, bool value) {
  Json subjects = Json::array();
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (which[i] == value) subjects.push_back(i);
  }
  return subjects;
}

Json list_json(const quality::ScoreList& list) {
  return {{"scores", rounded({list.scores.begin(), list.scores.end()})},
          {"subjects", subjects_with(list.listed, true)}};
}

Json outliers_json(const OwnSubjects& own) {
  const quality::OutlierScores& outliers = *own.outliers;
  const auto texts = [&](std::size_t subject) {
    return all_reason_texts(outliers, subject, own.features);
  };
  Json flagged = Json::array();
  Json also_check = Json::array();
  for (const std::size_t subject : quality::listed(outliers)) {
    const Json entry = {{"subject", subject}, {"reasons", texts(subject)}};
    (outliers.flagged[subject] ? flagged : also_check).push_back(entry);
  }
  Json oddest = Json::array();
  for (std::size_t i = 0; i < outliers.reasons.size(); ++i) {
    if (outliers.reasons[i].empty() || quality::is_listed(outliers, i)) continue;
    oddest.push_back({{"subject", i}, {"reasons", texts(i)}});
  }
  Json json = {{"scores", rounded({outliers.scores.begin(), outliers.scores.end()})},
               {"flagged", flagged},
               {"also_check", also_check},
               {"oddest", oddest},
               {"odd", list_json(outliers.lists.odd)},
               {"unfit", list_json(outliers.lists.unfit)}};
  if (const auto& raters = outliers.lists.like_excluded) json["like_excluded"] = list_json(*raters);
  return json;
}

/// Returns how many digits distinguish a measure's values on its scale.
int digits_of(const Strip& strip) {
  constexpr int fewest = 4;
  constexpr int most = 12;
  const double relative = strip.scale / std::max(std::abs(strip.centre), strip.scale);
  const double needed = std::ceil(-std::log10(relative)) + 2;
  return needed > fewest ? static_cast<int>(std::min<double>(needed, most)) : fewest;
}

Json strip_json(const Strip& strip) {
  const int digits = digits_of(strip);
  const data::MeasureTerm term = data::measure_term(strip.feature);
  return {{"feature", display_text(strip.feature)},
          {"name", display_text(term.name)},
          {"unit", term.unit},
          {"centre", with_digits(strip.centre, 12)},
          {"scale", with_digits(strip.scale)},
          {"reference", rounded({strip.reference.begin(), strip.reference.end()}, digits)},
          {"values", rounded(strip.values, digits)}};
}

Json own_json(const OwnSubjects& own) {
  Json json = {{"site", own.site},
               {"key", display_text(own.key)},
               {"compared_with", own.compared_with},
               {"ids", display_texts(own.ids)},
               {"features", own.features.size()},
               {"strips", Json::array()}};
  for (const Strip& strip : own.strips) json["strips"].push_back(strip_json(strip));
  if (own.outliers) json["outliers"] = outliers_json(own);
  if (!own.link.empty()) {
    json["link"] = own.link;
    json["without_report"] = subjects_with(own.has_report, false);
  }
  if (!own.new_since.empty()) {
    json["new"] = subjects_with(own.is_new, true);
    json["new_since"] = own.new_since;
  }
  if (!own.thumbnails.empty()) json["thumbnails"] = own.thumbnails;
  return json;
}

/// Returns cells' corners in the units of the coordinates, and for each site and cell [count, low,
/// high, expected, apart].
Json densities_json(const DensityReport& report, const Frame& frame) {
  const quality::MapGrid& grid = report.densities.grid;
  const auto unit = [&](double coordinate, Eigen::Index d) {
    return std::lround((coordinate - frame.corner(d)) / frame.side * embedding_units);
  };
  Json cells = Json::array();
  for (Eigen::Index cell = 0; cell < grid.cells(); ++cell) {
    cells.push_back({unit(grid.low(cell)(0), 0), unit(grid.low(cell)(1), 1),
                     unit(grid.high(cell)(0), 0), unit(grid.high(cell)(1), 1)});
  }
  Json sites = Json::array();
  for (std::size_t site = 0; site < report.estimates.size(); ++site) {
    Json counts = Json::array();
    for (const quality::CellEstimate& each : report.estimates[site]) {
      counts.push_back({with_digits(each.count), with_digits(each.low), with_digits(each.high),
                        with_digits(each.expected), each.apart});
    }
    const quality::SiteCounts& known = report.densities.sites[site];
    sites.push_back(
        {{"name", display_text(known.site)}, {"points", known.points}, {"counts", counts}});
  }
  return {{"cells", cells}, {"sites", sites}};
}

}  // namespace

Json to_json(const Plots& plots) {
  Json json = {{"places", coordinates_json(plots.embedding.coordinates)},
               {"sites", display_texts(plots.embedding.site_names)},
               {"site", plots.embedding.sites},
               {"labels", labels_json(plots.embedding.labels)},
               {"colourings", colourings_json(plots)}};
  if (!plots.embedding.subjects.empty()) json["subjects"] = rounded(plots.embedding.subjects);
  if (plots.own) json["own"] = own_json(*plots.own);
  if (plots.densities) {
    json["densities"] = densities_json(*plots.densities, frame_of(plots.embedding.coordinates));
  }
  return json;
}

}  // namespace dsne::report
