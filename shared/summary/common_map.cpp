#include "summary/common_map.h"

#include <algorithm>
#include <set>
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

/// Returns whether each row of a summary is a row of another one. A row has noise, so rows of
/// different subjects agree by chance at most in a single measure.
bool is_part_of(const Summary& some, const Summary& all) {
  if (some.measures.size() == 1 && some.spread != all.spread) return false;
  for (Index i = 0; i < some.means.rows(); ++i) {
    Index other = 0;
    while (other < all.means.rows() &&
           (all.subjects(other) != some.subjects(i) || all.means.row(other) != some.means.row(i))) {
      ++other;
    }
    if (other == all.means.rows()) return false;
  }
  return true;
}

/// @throws InputError when two sites have one summary, whose subjects would count twice
void check_distinct(const std::vector<NamedSummary>& sites) {
  for (auto site = sites.begin(); site != sites.end(); ++site) {
    for (auto other = sites.begin(); other != site; ++other) {
      if (!is_part_of(site->summary, other->summary) &&
          !is_part_of(other->summary, site->summary)) {
        continue;
      }
      throw InputError("sites " + other->site + " and " + site->site +
                       " bring the same summary; each site brings its own, made from its own "
                       "subjects");
    }
  }
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

std::optional<std::vector<Index>> find_columns(const Names& measures, const Names& list) {
  std::vector<Index> columns;
  for (const auto& position : data::MeasureNames(list).find_each(measures)) {
    if (!position) return std::nullopt;
    columns.push_back(static_cast<Index>(*position));
  }
  return columns;
}

Summary with_measures(const Summary& summary, const Names& measures) {
  const auto columns = find_columns(measures, summary.measures);
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
  const auto columns = find_columns(measures, reference.features);
  if (!columns) return std::nullopt;
  return points(Eigen::all, *columns);
}

CommonMap pool_sources(MapSources sources) {
  check_distinct(sources.sites);
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

}  // namespace dsne::summary
