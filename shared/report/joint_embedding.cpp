#include "report/joint_embedding.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "data/csv.h"
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

EmbeddingPart parse_part(const std::string& site, const Json& json, int dimensions,
                         std::string_view what) {
  EmbeddingPart part;
  part.site = site;
  part.points = integer_field(json, "points", 0, max_points, what);
  part.coordinates.resize(0, dimensions);
  if (json.contains("places")) {
    part.coordinates = matrix_field(json, "places", part.points, dimensions, what);
  }
  if (json.contains("labels")) {
    part.labels = labels_field(json, "labels", part.coordinates.rows(), what);
  }
  return part;
}

std::string header(const std::string& first, Eigen::Index dimensions, const std::string& last) {
  return first + (dimensions == 3 ? ",x,y,z," : ",x,y,") + last;
}

std::string row(const std::string& first, const RowVector& place, const std::string& last) {
  std::vector<std::string> cells{first};
  for (const double coordinate : place) cells.push_back(data::number_text(coordinate));
  cells.push_back(last);
  return data::spreadsheet_line(cells);
}

/// Writes each point's site and position, and one more column.
std::string csv_of_sites(const Embedding& embedding, const char* name, const auto& cell_of) {
  std::string text = header("site", embedding.coordinates.cols(), name) + "\n";
  for (std::size_t point = 0; point < embedding.sites.size(); ++point) {
    text += row(embedding.site_names.at(embedding.sites[point]),
                embedding.coordinates.row(static_cast<Eigen::Index>(point)), cell_of(point)) +
            "\n";
  }
  return text;
}

/// A column of numbers or flags: its name, and each row's cell.
using Column = std::pair<std::string, std::function<std::string(Eigen::Index)>>;

std::string csv_of_subjects(const std::vector<std::string>& ids, const Matrix& coordinates,
                            const std::vector<std::string>& labels,
                            const std::vector<Column>& columns) {
  std::string text = header("id", coordinates.cols(), "label");
  for (const auto& [name, cell_of] : columns) text += "," + name;
  text += "\n";
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    const auto point = static_cast<std::size_t>(i);
    text += row(ids.at(point), coordinates.row(i), labels.empty() ? "" : labels.at(point));
    for (const auto& [name, cell_of] : columns) text += "," + cell_of(i);
    text += "\n";
  }
  return text;
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

std::vector<EmbeddingPart> parse_embedding(const Json& json, int dimensions,
                                           std::string_view what) {
  std::vector<EmbeddingPart> parts = {
      parse_part(reference_site, field(json, reference_site, what), dimensions, what)};
  const Json& sites = field(json, "sites", what);
  if (!sites.is_object()) throw MessageError(std::string(what) + ": sites must be an object");
  for (const auto& [site, part] : sites.items()) {
    parts.push_back(parse_part(site, part, dimensions, what));
  }
  std::sort(std::next(parts.begin()), parts.end(),
            [](const auto& a, const auto& b) { return natural_less(a.site, b.site); });
  return parts;
}

std::vector<EmbeddingPart> with_sources(const std::vector<EmbeddingPart>& parts,
                                        const std::vector<Eigen::Index>& sources,
                                        const std::vector<std::string>& names,
                                        const Vector& subjects) {
  const auto number = static_cast<Eigen::Index>(names.size());
  std::vector<EmbeddingPart> result = parts;
  for (EmbeddingPart& part : result) {
    const bool first = &part == &result.front();
    if (!first && part.coordinates.rows() > 0) continue;
    const auto name = std::find(names.begin(), names.end(), part.site);
    const Eigen::Index source = first ? number : name - names.begin();
    if (!first && source == number) continue;
    std::vector<Eigen::Index> rows;
    part.subjects.clear();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] != source) continue;
      rows.push_back(static_cast<Eigen::Index>(i));
      part.subjects.push_back(subjects(rows.back()));
    }
    part.coordinates = Matrix(parts.front().coordinates(rows, Eigen::all));
    if (first) part.points = part.coordinates.rows();
  }
  return result;
}

Embedding joined(const std::vector<EmbeddingPart>& parts) {
  Embedding embedding;
  Eigen::Index rows = 0;
  Eigen::Index columns = 2;
  for (const EmbeddingPart& part : parts) {
    rows += part.coordinates.rows();
    columns = std::max(columns, part.coordinates.cols());
  }
  embedding.coordinates.resize(rows, columns);
  rows = 0;
  for (const EmbeddingPart& part : parts) {
    const auto count = static_cast<std::size_t>(part.coordinates.rows());
    if (count == 0) continue;
    embedding.coordinates.middleRows(rows, part.coordinates.rows()) = part.coordinates;
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

std::string joint_csv(const Embedding& embedding) {
  return csv_of_sites(embedding, "label",
                      [&](std::size_t point) { return embedding.labels.at(point); });
}

std::string summary_csv(const Embedding& embedding) {
  return csv_of_sites(embedding, "subjects", [&](std::size_t point) {
    return data::number_text(embedding.subjects.empty() ? 1 : embedding.subjects.at(point));
  });
}

std::string positions_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                          const std::vector<std::string>& labels) {
  return csv_of_subjects(ids, coordinates, labels, {});
}

std::string own_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                    const std::vector<std::string>& labels, const quality::OutlierScores& outliers,
                    const quality::OwnScores* lists) {
  std::vector<Column> columns;
  const auto add = [&columns](const char* name, const Vector& values) {
    columns.push_back({name, [&values](Eigen::Index i) { return data::number_text(values(i)); }});
  };
  const auto add_flags = [&columns](const char* name, const std::vector<bool>& flags) {
    columns.push_back({name, [&flags](Eigen::Index i) {
                         return flags.at(static_cast<std::size_t>(i)) ? "true" : "false";
                       }});
  };
  add("outlier_score", outliers.scores);
  add_flags("flagged", outliers.flagged);
  add_flags("also_check", outliers.also_check);
  if (lists) {
    add("odd_score", lists->odd.scores);
    add("unfit_score", lists->unfit.scores);
    if (lists->adjusted) {
      add("odd_score_adjusted", lists->adjusted->odd);
      add("unfit_score_adjusted", lists->adjusted->unfit);
    }
    if (lists->like_excluded) add("like_excluded", lists->like_excluded->scores);
  }
  return csv_of_subjects(ids, coordinates, labels, columns);
}

}  // namespace dsne::report
