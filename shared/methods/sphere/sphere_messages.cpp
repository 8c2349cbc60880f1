#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "methods/sphere/sphere.h"

namespace dsne::methods {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr Index least_coordinates = 3;
constexpr Index most_coordinates = 6;
constexpr Index most_edges = 2 * most_regions;
constexpr Index diagram_cells = 40;
constexpr Index least_for_scale = 12;
/// The distance of the lower half's mean from the centre of a standard normal distribution: √(2/π).
constexpr double lower_half_mean = 0.79788456;

/// Returns the regions' names if the first one has this length; nothing if the features do not fit.
Names names_with_first(const Names& features, std::size_t regions, std::size_t length) {
  const std::string first = features.front().substr(0, length) + '~';
  Names names = {features.front().substr(0, length)};
  for (std::size_t other = 1; other < regions; ++other) {
    if (!features[other - 1].starts_with(first)) return {};
    names.push_back(features[other - 1].substr(first.size()));
  }
  std::size_t next = 0;
  for (std::size_t a = 0; a < regions; ++a) {
    for (std::size_t b = a + 1; b < regions; ++b) {
      if (features[next++] != names[a] + '~' + names[b]) return {};
    }
  }
  return names;
}

Json edges_json(const std::vector<sphere::Edge>& edges) {
  Json list = Json::array();
  for (const sphere::Edge& edge : edges) {
    list.push_back(
        {{"from", edge.from}, {"to", edge.to}, {"mean", edge.mean}, {"deviation", edge.deviation}});
  }
  return list;
}

std::vector<sphere::Edge> edges_field(const Json& object, const std::string& name, Index regions,
                                      std::string_view what) {
  const Json& list = field(object, name, what);
  if (!list.is_array() || std::ssize(list) > most_edges) {
    throw MessageError(std::string(what) + ": " + name + " is no list of edges");
  }
  std::vector<sphere::Edge> edges;
  for (const Json& each : list) {
    edges.push_back({integer_field(each, "from", 0, regions - 1, what),
                     integer_field(each, "to", 0, regions - 1, what),
                     number_field(each, "mean", what), number_field(each, "deviation", what)});
  }
  return edges;
}

Json fit_json(const sphere::Fit& fit) {
  return {{"correlation", fit.correlation}, {"stress", fit.stress}};
}

sphere::Fit fit_field(const Json& object, const std::string& name, std::string_view what) {
  const Json& fit = field(object, name, what);
  return {number_field(fit, "correlation", what), number_field(fit, "stress", what)};
}

Json rows_json(const Matrix& matrix) {
  Json rows = Json::array();
  for (Index row = 0; row < matrix.rows(); ++row) {
    rows.push_back(json_array(RowVector(matrix.row(row))));
  }
  return rows;
}

Matrix rows_field(const Json& object, const std::string& name, Index rows, Index columns,
                  std::string_view what) {
  const Json& list = field(object, name, what);
  if (!list.is_array() || std::ssize(list) != rows) {
    throw MessageError(std::string(what) + ": " + name + " has another number of rows");
  }
  Matrix matrix(rows, columns);
  for (Index row = 0; row < rows; ++row) {
    matrix.row(row) =
        vector_field({{name, list[static_cast<std::size_t>(row)]}}, name, columns, what);
  }
  return matrix;
}

Json group_fit_json(const sphere::GroupFit& fit) {
  return {{"closed", fit_json(fit.closed)},
          {"minimised", fit_json(fit.minimised)},
          {"disk", fit_json(fit.disk)},
          {"disk_places", rows_json(fit.disk_places)},
          {"shepard", {{"largest", fit.largest}, {"pairs", rows_json(fit.counts)}}},
          {"strongest", edges_json(fit.strongest)},
          {"varying", edges_json(fit.varying)}};
}

sphere::GroupFit parse_group_fit(const Json& json, Index regions, std::string_view what) {
  sphere::GroupFit fit;
  fit.closed = fit_field(json, "closed", what);
  fit.minimised = fit_field(json, "minimised", what);
  fit.disk = fit_field(json, "disk", what);
  fit.disk_places = rows_field(json, "disk_places", regions, 2, what);
  const Json& shepard = field(json, "shepard", what);
  fit.largest = number_field(shepard, "largest", what);
  fit.counts = rows_field(shepard, "pairs", diagram_cells, diagram_cells, what);
  fit.strongest = edges_field(json, "strongest", regions, what);
  fit.varying = edges_field(json, "varying", regions, what);
  return fit;
}

}  // namespace

sphere::Form sphere_form_of(const Parameters& parameters, Index regions) {
  return regions > most_regions_minimised ? sphere::Form::closed : parameters.sphere_form;
}

double distance_scale_bound(Index subjects) {
  constexpr double most = 100;  // bounds the logarithm of an angle
  return most * static_cast<double>(subjects);
}

exchange::SumTerm distance_scale_term(const Vector& log_distances, Index subjects) {
  RowVector sums = RowVector::Zero(3);
  const Index count = log_distances.size();
  if (count >= least_for_scale) {
    Vector sorted = log_distances;
    std::sort(sorted.begin(), sorted.end());
    const double centre = sorted.segment(count / 4, count - 2 * (count / 4)).mean();
    sums << 1, centre, (centre - sorted.head(count / 2).mean()) / lower_half_mean;
    sums *= static_cast<double>(count);
  }
  return {distance_scale_name, distance_scale_bound(subjects), sums};
}

std::optional<sphere::DistanceScale> distance_scale_of(const RowVector& sums) {
  if (sums(0) < 1) return std::nullopt;
  return sphere::DistanceScale{sums(1) / sums(0), std::max(0.0, sums(2) / sums(0))};
}

double network_products_bound(Index subjects, Index regions) {
  return static_cast<double>(subjects) * std::sqrt(static_cast<double>(regions));
}

double distance_sums_bound(Index subjects) {
  constexpr double most = 4;  // > π
  return most * static_cast<double>(subjects);
}

Names regions_of_features(const Names& features) {
  const auto regions = sphere::regions_of_pairs(std::ssize(features));
  if (regions) {
    const std::string& first = features.front();
    for (auto at = first.find('~'); at != std::string::npos; at = first.find('~', at + 1)) {
      Names names = names_with_first(features, static_cast<std::size_t>(*regions), at);
      if (!names.empty()) return names;
    }
  }
  throw InputError(
      "method sphere needs a network per subject: data_format connectivity or time_series");
}

std::string network_of_region(const std::string& region) {
  const auto colon = region.find(':');
  if (colon != std::string::npos) return region.substr(0, colon);
  const auto parcellation = region.find("Networks_");
  if (parcellation == std::string::npos) return "";
  const auto hemisphere = region.find('_', parcellation);
  const auto network = region.find('_', hemisphere + 1);
  if (network == std::string::npos) return "";
  return region.substr(network + 1, region.find('_', network + 1) - network - 1);
}

Json to_json(const sphere::GroupSphere& group) {
  Json json = {{"regions", group.regions},
               {"networks", group.networks},
               {"subjects", group.subjects},
               {"form", group.form == sphere::Form::closed ? "closed" : "minimised"},
               {"coordinates", group.places.cols()},
               {"places", rows_json(group.places)},
               {"noise", group.noise ? Json(*group.noise) : Json()},
               {"fit", group.fit ? group_fit_json(*group.fit) : Json()}};
  json["mean_distances"] =
      group.mean_distances ? json_array(RowVector(group.mean_distances->transpose())) : Json();
  json["ordinary_distances"] = group.ordinary ? Json{{"log_centre", group.ordinary->centre},
                                                     {"log_deviation", group.ordinary->deviation}}
                                              : Json();
  return json;
}

sphere::GroupSphere parse_group_sphere(const Json& json, std::string_view what) {
  sphere::GroupSphere group;
  group.regions = texts_field(json, "regions", what);
  const Index regions = std::ssize(group.regions);
  if (regions < 2 || regions > most_regions) {
    throw MessageError(std::string(what) + ": regions are too many or too few");
  }
  group.networks = labels_field(json, "networks", regions, what);
  group.subjects = integer_field(json, "subjects", 1, exchange::max_points, what);
  const std::string form = text_field(json, "form", what);
  if (form != "closed" && form != "minimised") {
    throw MessageError(std::string(what) + ": form is none");
  }
  group.form = form == "closed" ? sphere::Form::closed : sphere::Form::minimised;
  const Index coordinates =
      integer_field(json, "coordinates", least_coordinates, most_coordinates, what);
  group.places = rows_field(json, "places", regions, coordinates, what);
  constexpr double rounding = 1e-6;
  if (((group.places.rowwise().norm().array() - 1).abs() > rounding).any()) {
    throw MessageError(std::string(what) + ": places are not on the sphere");
  }
  if (!field(json, "mean_distances", what).is_null()) {
    group.mean_distances = vector_field(json, "mean_distances", regions, what).transpose();
  }
  if (!field(json, "noise", what).is_null()) group.noise = number_field(json, "noise", what);
  const Json& fit = field(json, "fit", what);
  if (!fit.is_null()) group.fit = parse_group_fit(fit, regions, what);
  const Json& ordinary = field(json, "ordinary_distances", what);
  if (!ordinary.is_null()) {
    group.ordinary = {number_field(ordinary, "log_centre", what),
                      number_field(ordinary, "log_deviation", what)};
  }
  return group;
}

}  // namespace dsne::methods
