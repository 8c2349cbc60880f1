#include "summary/common_map.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/errors.h"
#include "core/matrix.h"
#include "data/measure_names.h"
#include "data/missing.h"
#include "summary/covariates.h"
#include "summary/frame.h"
#include "summary/known_persons.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

/// Where a list has each of the measures, by any spelling; nothing if it lacks one.
std::optional<std::vector<Index>> columns_of(const Names& measures, const Names& list) {
  std::vector<Index> columns;
  for (const auto& position : data::MeasureNames(list).find_each(measures)) {
    if (!position) return std::nullopt;
    columns.push_back(static_cast<Index>(*position));
  }
  return columns;
}

/// Returns the point of the pool that each row of a source became.
std::vector<Index> points_of(const CommonMap& map, std::size_t source) {
  Index first = 0;
  for (std::size_t i = 0; i < source; ++i) first += map.sources.sites[i].summary.means.rows();
  const auto begin = map.pool.point_of_row.begin() + first;
  return {begin, begin + map.sources.sites[source].summary.means.rows()};
}

/// Replaces missing values by the measures' medians over these records, or by the map's middle
/// without any value.
Matrix filled(const Matrix& records, const RowVector& middle) {
  const RowVector medians = data::present_medians(records, 1);
  return data::filled(records, medians.array().isNaN().select(middle, medians));
}

/// A site's records as the map compares them, values that are missing filled.
/// @param explained by covariates, which harmonization keeps
Matrix compared(const CommonMap& map, const Matrix& records, const Matrix& explained,
                std::optional<std::size_t> own) {
  if (!map.sources.harmonized || !map.has_coordinates()) return filled(records, map.space.middle);
  const Matrix whole = filled(records, map.common.location);
  if (!own) return harmonized(whole, effect_of(whole), map.common);
  return harmonized(whole - explained, map.effects[*own], map.common) + explained;
}

/// Returns a site's arrays as its summary has them: columns in which too few persons differ are
/// constant in its rows, so they would only move subjects away from their own rows.
Matrix as_summarized(Matrix records, const Scale& scale) {
  for (Index c = 0; c < records.cols(); ++c) {
    if (scale.steps(c) == 0) records.col(c).setConstant(scale.medians(c));
  }
  return records;
}

/// The column of each common covariate in what a site keeps.
std::vector<std::size_t> columns_in(const CommonCovariates& covariates, const Kept& kept) {
  std::vector<std::size_t> columns;
  for (const std::string& name : covariates.names) {
    const auto found = std::ranges::find(kept.covariates, name, &CovariateScale::name);
    if (found != kept.covariates.end()) {
      columns.push_back(static_cast<std::size_t>(found - kept.covariates.begin()));
    }
  }
  return columns;
}

}  // namespace

CommonMeasures common_measures(const std::vector<Names>& lists) {
  CommonMeasures found;
  if (lists.empty()) throw InputError("there is no summary");
  std::vector<data::MeasureNames> names(lists.begin(), lists.end());
  std::set<std::string> told;
  for (const Names& list : lists) {
    std::vector<bool> everywhere(list.size(), true);
    for (const data::MeasureNames& other : names) {
      const auto positions = other.find_each(list);
      for (std::size_t i = 0; i < list.size(); ++i) everywhere[i] = everywhere[i] && positions[i];
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!told.insert(data::measure_key(list[i])).second) continue;
      (everywhere[i] ? found.measures : found.left_out).push_back(list[i]);
    }
  }
  if (found.measures.empty()) throw InputError("the summaries have no measure in common");
  return found;
}

Summary with_measures(const Summary& summary, const Names& measures) {
  const auto columns = columns_of(measures, summary.measures);
  if (!columns) throw InputError("a summary lacks a measure of the map");
  Summary some{measures,         summary.means(Eigen::all, *columns),
               summary.subjects, summary.spread(*columns),
               summary.excluded, summary.covariates,
               summary.array};
  if (!some.covariates.names.empty()) {
    some.covariates.slopes = summary.covariates.slopes(Eigen::all, *columns);
  }
  return some;
}

std::optional<Matrix> in_measures(const data::Reference& reference, const Names& measures,
                                  bool array) {
  const Matrix& points = reference.values;
  if (array || reference.features.empty()) {
    return points.cols() == std::ssize(measures) ? std::optional(points) : std::nullopt;
  }
  const auto columns = columns_of(measures, reference.features);
  if (!columns) return std::nullopt;
  return points(Eigen::all, *columns);
}

CommonMap pool_sources(MapSources sources) {
  CommonMap map;
  std::vector<Summary> summaries;
  for (const NamedSummary& site : sources.sites) summaries.push_back(site.summary);
  Matrix reference = sources.reference;
  if (!sources.array()) map.covariates = common_covariates(summaries);
  if (reference.rows() > 0) {
    // Nobody knows the covariates of reference points.
    for (const std::string& name : std::exchange(map.covariates.names, {})) {
      map.covariates.left_out.push_back(covariate_base(name));
    }
  }
  if (sources.harmonized) {
    std::vector<double> weights;
    for (const Summary& summary : summaries) {
      map.effects.push_back(effect_of(summary, map.covariates));
      weights.push_back(summary.subjects.sum());
    }
    if (reference.rows() > 0) {
      map.effects.push_back(effect_of(reference));
      weights.push_back(static_cast<double>(reference.rows()));
    }
    map.common = common_effect(map.effects, weights);
    for (std::size_t i = 0; i < summaries.size(); ++i) {
      summaries[i] =
          harmonized(std::move(summaries[i]), map.effects[i], map.common, map.covariates);
    }
    if (reference.rows() > 0) reference = harmonized(reference, map.effects.back(), map.common);
  }
  map.pool = merged(pooled(summaries, reference), most_points);
  const bool components = sources.array() && map.pool.points.rows() > 1;
  map.space = components ? component_space(map.pool) : scaled_space(map.pool);
  map.sources = std::move(sources);
  return map;
}

CommonMap make_common_map(MapSources sources) {
  CommonMap map = pool_sources(std::move(sources));
  const Pool& pool = map.pool;
  if (pool.points.rows() < least_points && map.sources.reference.rows() == 0) return map;
  const Matrix features = map.space.of(pool.points);
  map.coordinates = frame(features, pool.subjects, map.sources.perplexity, map.sources.dimensions);
  map.divergence =
      frame_divergence(frame_affinities(features, pool.subjects, map.sources.perplexity),
                       pool.subjects, map.coordinates);
  return map;
}

Names site_names(const CommonMap& map) {
  Names names;
  for (const NamedSummary& site : map.sources.sites) names.push_back(site.site);
  return names;
}

std::optional<std::size_t> find_own_source(const CommonMap& map, const Summary& own) {
  for (std::size_t i = 0; i < map.sources.sites.size(); ++i) {
    const Summary& site = map.sources.sites[i].summary;
    if (!columns_of(site.measures, own.measures)) continue;
    const Summary same = with_measures(own, site.measures);
    if (same.means.rows() == site.means.rows() && same.means == site.means &&
        same.subjects == site.subjects) {
      return i;
    }
  }
  return std::nullopt;
}

Matrix explained_of(const CommonMap& map, const Names& persons, const Kept* kept,
                    std::optional<std::size_t> own) {
  const CommonCovariates& covariates = map.covariates;
  const Index count = std::ssize(persons);
  if (covariates.names.empty() || !own) {
    return Matrix::Zero(count, map.sources.sites.front().summary.means.cols());
  }
  const Summary& summary = map.sources.sites[*own].summary;
  const RowVector mean = weighted_mean(values_of(covariates, summary), summary.subjects);
  Matrix values = mean.replicate(count, 1);
  const std::vector<std::size_t> columns =
      kept != nullptr ? columns_in(covariates, *kept) : std::vector<std::size_t>();
  if (columns.size() != covariates.names.size()) return covariates.explained(values);
  const PersonHasher hash_of(*kept);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto found = kept->covariates_of.find(hash_of(persons[i]));
    if (found == kept->covariates_of.end()) continue;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      values(static_cast<Index>(i), static_cast<Index>(c)) = found->second[columns[c]];
    }
  }
  return covariates.explained(values);
}

SubjectsToPlace own_subjects(const CommonMap& map, const Matrix& records, const Names& persons,
                             const Kept* kept, std::optional<std::size_t> own) {
  const bool summarized = kept != nullptr && own && kept->scale.array &&
                          kept->scale.measures == map.sources.sites[*own].summary.measures;
  const Matrix features = compared(map, summarized ? as_summarized(records, kept->scale) : records,
                                   explained_of(map, persons, kept, own), own);
  SubjectsToPlace subjects{map.has_coordinates() ? map.space.of(features) : features,
                           std::vector<Index>(persons.size(), -1),
                           {}};
  if (kept == nullptr || !own || !map.has_coordinates()) return subjects;
  const std::vector<Index> point_of_row = points_of(map, *own);
  // Merged rows are one point.
  const std::set<Index> points(point_of_row.begin(), point_of_row.end());
  subjects.points.assign(points.begin(), points.end());
  std::unordered_map<std::string, Index> point_of;
  for (std::size_t row = 0; row < std::min(kept->rows.size(), point_of_row.size()); ++row) {
    for (const std::string& person : kept->rows[row]) point_of[person] = point_of_row[row];
  }
  const PersonHasher hash_of(*kept);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto found = point_of.find(hash_of(persons[i]));
    if (found != point_of.end()) subjects.groups[i] = found->second;
  }
  return subjects;
}

Matrix placed_alone(const Matrix& records, bool array, double perplexity, int dimensions) {
  const Vector ones = Vector::Ones(records.rows());
  if (records.rows() < 2) return Matrix::Zero(records.rows(), dimensions);
  const Pool own{records, ones, {}, RowVector::Zero(records.cols())};
  const Space space = array ? component_space(own) : scaled_space(own);
  // The frame multiplies the perplexity, but a site alone uses the run's own.
  return frame(space.of(records), ones, perplexity / frame_perplexities, dimensions);
}

Matrix place_on(const CommonMap& map, const SubjectsToPlace& subjects, double perplexity) {
  if (!map.has_coordinates()) {
    return placed_alone(subjects.features, map.sources.array(), perplexity, map.sources.dimensions);
  }
  const Pool& pool = map.pool;
  return place(subjects, {map.space.of(pool.points), pool.subjects, map.coordinates}, perplexity);
}

}  // namespace dsne::summary
