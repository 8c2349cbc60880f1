#include "summary/map_file.h"

#include <cstddef>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "data/text/text_input.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr const char* form_field = "dsne_frame";
constexpr int map_form = 1;
constexpr double tolerance = 1e-6;
constexpr double largest_coordinate = 1e6;
constexpr std::size_t longest_name = 1000;
constexpr std::int64_t most_numbers = std::int64_t{1} << 31;
constexpr std::int64_t largest_perplexity = 1000000;

/// The text of a JSON object with a line for each value.
class ObjectText {
 public:
  void add(const std::string& name, const Json& value) {
    begin(name);
    text_ += to_ascii(value);
  }

  /// Adds a list with a line for each item.
  template <typename TextOf>
  void add_list(const std::string& name, std::ptrdiff_t count, const TextOf& text_of) {
    begin(name);
    text_ += '[';
    for (std::ptrdiff_t i = 0; i < count; ++i) text_ += (i == 0 ? "\n" : ",\n") + text_of(i);
    text_ += ']';
  }

  void add_rows(const std::string& name, const Matrix& rows, bool packed) {
    if (packed) return add(name, pack(rows));
    add_list(name, rows.rows(),
             [&](Index i) { return to_ascii(json_array(RowVector(rows.row(i)))); });
  }

  std::string text() && { return std::move(text_) + '}'; }

 private:
  void begin(const std::string& name) {
    text_ += (text_.empty() ? "{" : ",\n") + Json(name).dump() + ": ";
  }

  std::string text_;
};

Json column_json(const Vector& numbers) { return json_array(RowVector(numbers.transpose())); }

Json rows_json(const Matrix& rows) {
  Json list = Json::array();
  for (const auto& row : rows.rowwise()) list.push_back(json_array(RowVector(row)));
  return list;
}

std::string site_text(const NamedSummary& site, bool packed) {
  const Summary& summary = site.summary;
  const Covariates& covariates = summary.covariates;
  ObjectText object;
  object.add("site", site.site);
  object.add("subjects", column_json(summary.subjects));
  object.add_rows("rows", summary.means, packed);
  object.add("spread", packed ? pack(summary.spread) : json_array(summary.spread));
  if (summary.excluded) object.add("excluded", column_json(*summary.excluded));
  if (!covariates.names.empty()) {
    object.add("covariates", {{"names", covariates.names},
                              {"rows", rows_json(covariates.means)},
                              {"spread", json_array(covariates.spread)},
                              {"slopes", rows_json(covariates.slopes)}});
  }
  return std::move(object).text();
}

/// Reads numbers by name; each must exist.
struct Reader {
  const Json& json;
  const std::string& input;

  const Json& at(const char* name) const { return field(json, name, input); }

  Matrix rows(const char* name, Index columns) const {
    const Json& value = at(name);
    if (is_packed(value)) {
      const std::int64_t count = integer_field(value, "rows", 0, most_numbers, input);
      return matrix_field(json, name, count, columns, input);
    }
    if (!value.is_array()) throw InputError(input + ": " + name + " is not a list");
    Matrix result(std::ssize(value), columns);
    for (std::size_t i = 0; i < value.size(); ++i) {
      result.row(static_cast<Index>(i)) = vector_field({{"row", value[i]}}, "row", columns, input);
    }
    return result;
  }

  /// Any length is accepted if `size` is negative.
  RowVector numbers(const char* name, Index size) const {
    const Json& value = at(name);
    if (is_packed(value)) return matrix_field(json, name, 1, size, input).row(0);
    if (!value.is_array()) throw InputError(input + ": " + name + " is not a list");
    return vector_field(json, name, size < 0 ? std::ssize(value) : size, input);
  }
};

NamedSummary parse_site(const Json& json, const std::vector<std::string>& measures, bool array,
                        const std::string& input) {
  const Reader reader{json, input};
  const auto columns = static_cast<Index>(measures.size());
  NamedSummary site;
  site.site = text_field(json, "site", input);
  if (site.site.empty() || site.site.size() > longest_name || !data::is_utf8(site.site)) {
    throw InputError(input + ": a site's name is no name");
  }
  site.summary.measures = measures;
  site.summary.array = array;
  site.summary.means = reader.rows("rows", columns);
  site.summary.subjects = reader.numbers("subjects", site.summary.means.rows()).transpose();
  site.summary.spread = reader.numbers("spread", columns);
  if (json.contains("excluded")) {
    site.summary.excluded = reader.numbers("excluded", site.summary.means.rows()).transpose();
  }
  if (json.contains("covariates")) {
    const Reader told{reader.at("covariates"), input};
    Covariates& covariates = site.summary.covariates;
    covariates.names = texts_field(told.json, "names", input);
    const Index count = std::ssize(covariates.names);
    covariates.means = told.rows("rows", count);
    covariates.spread = told.numbers("spread", count);
    covariates.slopes = told.rows("slopes", columns);
  }
  check_summary(site.summary, input);
  return site;
}

void check_same(const RowVector& told, const RowVector& found, const std::string& input) {
  const double size = found.size() == 0 ? 0 : found.cwiseAbs().maxCoeff();
  const bool same = told.size() == found.size() &&
                    ((told - found).array().abs() <=
                     tolerance * found.array().abs() + tolerance * tolerance * size)
                        .all();
  if (!same) throw InputError(input + ": its scales are not those of its rows");
}

CommonMap parse_document(const Json& json, const std::string& input) {
  const Reader reader{json, input};
  integer_field(json, form_field, map_form, map_form, input);
  const std::string kind = text_field(json, "kind", input);
  if (kind != "measures" && kind != "array") throw InputError(input + ": kind is not known");
  MapSources sources;
  if (json.contains("about")) sources.about = text_field(json, "about", input);
  const bool array = kind == "array";
  sources.neighbours = number_field(json, "perplexity", input);
  if (!(sources.neighbours >= 1 && sources.neighbours <= largest_perplexity)) {
    throw InputError(input + ": perplexity must be at least 1");
  }
  sources.dimensions = static_cast<int>(integer_field(json, "dimensions", 2, 3, input));
  if (json.contains("harmonized")) sources.harmonized = flag_field(json, "harmonized", input);
  if (sources.harmonized && array) throw InputError(input + ": arrays are not harmonized");
  const std::vector<std::string> measures = texts_field(json, "measures", input);
  check_measures(measures, input);
  const Json& sites = reader.at("sites");
  if (!sites.is_array() || sites.empty()) throw InputError(input + ": there is no summary in it");
  for (const Json& site : sites) {
    sources.sites.push_back(parse_site(site, measures, array, input));
  }
  sources.reference = reader.rows("reference", static_cast<Index>(measures.size()));
  CommonMap map = pool_sources(std::move(sources));
  if (map.space.components) {
    check_same(reader.numbers("variances", -1), map.space.components->variances.transpose(), input);
  } else {
    check_same(reader.numbers("middle", map.space.middle.size()), map.space.middle, input);
    check_same(reader.numbers("scale", map.space.scale.size()), map.space.scale, input);
  }
  check_same(reader.numbers("points", -1), map.pool.subjects.transpose(), input);
  map.coordinates = reader.rows("positions", map.sources.dimensions);
  map.divergence = number_field(json, "divergence", input);
  if (!map.has_coordinates()) return map;
  if (map.coordinates.rows() != map.pool.points.rows()) {
    throw InputError(input + " must have one position for each of its points");
  }
  // Also rejects NaN.
  if (!(map.coordinates.cwiseAbs().maxCoeff() <= largest_coordinate)) {
    throw InputError(input + " has a position that is not within 1e6 of 0");
  }
  return map;
}

}  // namespace

std::string map_fingerprint(std::string_view text) { return sha256(text).substr(0, 8); }

bool is_map_text(std::string_view text) {
  return text.starts_with("{" + Json(form_field).dump() + ":");
}

std::string map_text(const CommonMap& map) {
  const MapSources& sources = map.sources;
  ObjectText object;
  object.add(form_field, map_form);
  if (!sources.about.empty()) object.add("about", sources.about);
  object.add("kind", sources.array() ? "array" : "measures");
  object.add("perplexity", sources.neighbours);
  object.add("dimensions", sources.dimensions);
  if (sources.harmonized) object.add("harmonized", true);
  object.add("measures", sources.sites.front().summary.measures);
  object.add_list("sites", std::ssize(sources.sites), [&](std::ptrdiff_t i) {
    return site_text(sources.sites[static_cast<std::size_t>(i)], sources.array());
  });
  object.add_rows("reference", sources.reference, sources.array());
  if (map.space.components) {
    object.add("variances", column_json(map.space.components->variances));
  } else {
    object.add("middle", json_array(map.space.middle));
    object.add("scale", json_array(map.space.scale));
  }
  object.add("points", column_json(map.pool.subjects));
  object.add_rows("positions", map.coordinates, false);
  object.add("divergence", map.divergence);
  return std::move(object).text() + '\n';
}

CommonMap parse_map(const std::string& text, const std::string& input) {
  constexpr std::size_t largest_map = std::size_t{1} << 30;
  if (text.size() > largest_map) throw InputError(input + " is too large for a map");
  const auto json = parse_json(text);
  if (!json || !json->is_object()) {
    throw InputError(input +
                     " is not a map of summaries: bring the file of dsne map, or a run's "
                     "summaries.json");
  }
  try {
    return parse_document(*json, input);
  } catch (const MessageError& error) {
    throw InputError(error.what());
  }
}

}  // namespace dsne::summary
