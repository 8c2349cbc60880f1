#include "report/joint_map.h"

#include <algorithm>

#include "core/errors.h"

namespace dsne::report {
namespace {

constexpr std::int64_t max_points = 1LL << 31;

Json part_json(const MapPart& part) {
  Json json = {{"points", part.points}};
  if (part.places.rows() > 0) json["places"] = pack(part.places);
  if (!part.labels.empty()) json["labels"] = part.labels;
  return json;
}

MapPart parse_part(const std::string& site, const Json& json, int dimensions,
                   std::string_view what) {
  MapPart part;
  part.site = site;
  part.points = integer_field(json, "points", 0, max_points, what);
  part.places.resize(0, dimensions);
  if (json.contains("places")) {
    part.places = matrix_field(json, "places", part.points, dimensions, what);
  }
  if (json.contains("labels")) {
    part.labels = labels_field(json, "labels", part.places.rows(), what);
  }
  return part;
}

}  // namespace

Json to_json(const std::vector<MapPart>& parts) {
  Json json = {{"sites", Json::object()}};
  for (const MapPart& part : parts) {
    (part.site == reference_site ? json[reference_site] : json["sites"][part.site]) =
        part_json(part);
  }
  return json;
}

std::vector<MapPart> parse_map(const Json& json, int dimensions, std::string_view what) {
  std::vector<MapPart> parts = {
      parse_part(reference_site, field(json, reference_site, what), dimensions, what)};
  const Json& sites = field(json, "sites", what);
  if (!sites.is_object()) throw MessageError(std::string(what) + ": sites must be an object");
  for (const auto& [site, part] : sites.items()) {
    parts.push_back(parse_part(site, part, dimensions, what));
  }
  return parts;
}

Map joined(const std::vector<MapPart>& parts) {
  Map map;
  Eigen::Index rows = 0;
  Eigen::Index columns = 2;
  for (const MapPart& part : parts) {
    rows += part.places.rows();
    columns = std::max(columns, part.places.cols());
  }
  map.places.resize(rows, columns);
  rows = 0;
  for (const MapPart& part : parts) {
    const auto count = static_cast<std::size_t>(part.places.rows());
    if (count == 0) continue;
    map.places.middleRows(rows, part.places.rows()) = part.places;
    rows += part.places.rows();
    map.sites.insert(map.sites.end(), count, map.site_names.size());
    map.site_names.push_back(part.site);
    std::vector<std::string> labels = part.labels;
    labels.resize(count);
    map.labels.insert(map.labels.end(), labels.begin(), labels.end());
  }
  return map;
}

}  // namespace dsne::report
