#include "report/joint_embedding.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "data/csv.h"
#include "report/point_csv.h"
#include "report/text.h"

namespace dsne::report {
namespace {

constexpr std::int64_t max_points = 1LL << 31;

Json part_json(const EmbeddingPart& part) {
  Json json = {{"points", part.points}};
  if (part.coordinates.rows() > 0) json["places"] = pack(part.coordinates);
  if (!part.labels.empty()) json["labels"] = part.labels;
  return json;
}

EmbeddingPart parse_counted_part(const std::string& site, const Json& json, int dimensions,
                                 std::string_view what) {
  const Eigen::Index points = integer_field(json, "points", 0, max_points, what);
  return parse_part(site, points, json, dimensions, what);
}

PointColumn site_column(const Embedding& embedding) {
  return {"site", [&](std::size_t i) { return embedding.site_names.at(embedding.sites.at(i)); }};
}

}  // namespace

Json to_json(const std::vector<EmbeddingPart>& parts) {
  Json json = {{"sites", Json::object()}};
  for (const EmbeddingPart& part : parts) {
    (part.site == reference_site ? json[reference_site] : json["sites"][part.site]) =
        part_json(part);
  }
  return json;
}

EmbeddingPart parse_part(const std::string& site, Eigen::Index points, const Json& json,
                         int dimensions, std::string_view what) {
  EmbeddingPart part{site, points, Matrix(0, dimensions), {}};
  if (json.contains("places")) {
    part.coordinates = matrix_field(json, "places", points, dimensions, what);
  }
  if (json.contains("labels")) {
    part.labels = labels_field(json, "labels", part.coordinates.rows(), what);
  }
  return part;
}

std::vector<EmbeddingPart> parse_embedding(const Json& json, int dimensions,
                                           std::string_view what) {
  std::vector<EmbeddingPart> parts = {
      parse_counted_part(reference_site, field(json, reference_site, what), dimensions, what)};
  const Json& sites = field(json, "sites", what);
  if (!sites.is_object()) throw MessageError(std::string(what) + ": sites must be an object");
  for (const auto& [site, part] : sites.items()) {
    parts.push_back(parse_counted_part(site, part, dimensions, what));
  }
  std::ranges::sort(std::next(parts.begin()), parts.end(), natural_less, &EmbeddingPart::site);
  return parts;
}

std::vector<EmbeddingPart> with_sources(const std::vector<EmbeddingPart>& parts,
                                        const std::vector<Eigen::Index>& sources,
                                        const std::vector<std::string>& names,
                                        const Vector& subjects) {
  // The part that each source's points go to: 0 is the first.
  std::vector<std::size_t> owners(names.size() + 1, 0);
  for (std::size_t part = 1; part < parts.size(); ++part) {
    const auto source = std::ranges::find(names, parts[part].site) - names.begin();
    if (source < std::ssize(names)) owners[static_cast<std::size_t>(source)] = part;
  }
  std::vector<EmbeddingPart> result = parts;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const bool is_named = std::ranges::count(owners, part) > 0;
    if (part > 0 && (!is_named || parts[part].coordinates.rows() > 0)) continue;
    std::vector<Eigen::Index> rows;
    result[part].subjects.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (owners[static_cast<std::size_t>(sources[i])] != part) continue;
      rows.push_back(static_cast<Eigen::Index>(i));
      result[part].subjects.push_back(subjects(rows.back()));
    }
    result[part].coordinates = Matrix(parts.front().coordinates(rows, Eigen::all));
    const Matrix& measured = parts.front().measured;
    if (measured.rows() > 0) result[part].measured = Matrix(measured(rows, Eigen::all));
  }
  result.front().points = result.front().coordinates.rows();
  return result;
}

Embedding joined(const std::vector<EmbeddingPart>& parts) {
  Embedding embedding;
  Eigen::Index rows = 0;
  Eigen::Index columns = 2;
  Eigen::Index measures = 0;
  for (const EmbeddingPart& part : parts) {
    rows += part.coordinates.rows();
    columns = std::max(columns, part.coordinates.cols());
    measures = std::max(measures, part.measured.cols());
  }
  embedding.coordinates.resize(rows, columns);
  if (measures > 0) {
    embedding.measured.setConstant(rows, measures, std::numeric_limits<double>::quiet_NaN());
  }
  rows = 0;
  for (const EmbeddingPart& part : parts) {
    const auto count = static_cast<std::size_t>(part.coordinates.rows());
    if (count == 0) continue;
    embedding.coordinates.middleRows(rows, part.coordinates.rows()) = part.coordinates;
    if (part.measured.rows() > 0) {
      embedding.measured.middleRows(rows, part.measured.rows()) = part.measured;
    }
    rows += part.coordinates.rows();
    embedding.sites.insert(embedding.sites.end(), count, embedding.site_names.size());
    embedding.site_names.push_back(part.site);
    std::vector<std::string> labels = part.labels;
    labels.resize(count);
    embedding.labels.insert(embedding.labels.end(), labels.begin(), labels.end());
    if (part.subjects.empty() && embedding.subjects.empty()) continue;
    embedding.subjects.resize(embedding.labels.size() - count, 1);
    embedding.subjects.insert(embedding.subjects.end(), part.subjects.begin(), part.subjects.end());
    embedding.subjects.resize(embedding.labels.size(), 1);
  }
  return embedding;
}

Matrix measured_elsewhere(const Embedding& embedding, std::size_t site) {
  if (embedding.measured.rows() == 0) return {};
  std::vector<Eigen::Index> points;
  for (std::size_t point = 0; point < embedding.sites.size(); ++point) {
    if (embedding.sites[point] != site) points.push_back(static_cast<Eigen::Index>(point));
  }
  return embedding.measured(points, Eigen::all);
}

std::string joint_csv(const Embedding& embedding) {
  return point_csv(site_column(embedding), embedding.coordinates,
                   {text_column("label", embedding.labels)});
}

std::string summary_csv(const Embedding& embedding) {
  const auto subjects = [&](std::size_t point) {
    return data::number_text(embedding.subjects.empty() ? 1 : embedding.subjects.at(point));
  };
  return point_csv(site_column(embedding), embedding.coordinates, {{"subjects", subjects}});
}

}  // namespace dsne::report
