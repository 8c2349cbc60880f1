#include "summary/common_map.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/matrix.h"
#include "data/missing.h"
#include "data/names/measure_names.h"
#include "privacy/microaggregation.h"
#include "summary/covariates.h"
#include "summary/frame.h"
#include "summary/known_persons.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr Index most_components = 50;

/// Groups each source's points by at least `size`. A source with fewer points is one group.
/// @param sources in order
/// @return the numbers of each group's points
std::vector<privacy::GroupRows> alike(const Matrix& compared, const std::vector<Index>& sources,
                                      Index size) {
  std::vector<privacy::GroupRows> groups;
  for (auto begin = sources.begin(); begin != sources.end();) {
    const auto end = std::upper_bound(begin, sources.end(), *begin);
    const Index first = begin - sources.begin();
    auto found = privacy::microaggregated(compared.middleRows(first, end - begin), size);
    if (found.empty()) {
      privacy::GroupRows& all = found.emplace_back(static_cast<std::size_t>(end - begin));
      std::iota(all.begin(), all.end(), Index{0});
    }
    for (privacy::GroupRows& group : found) {
      for (Index& member : group) member += first;
      groups.push_back(std::move(group));
    }
    begin = end;
  }
  return groups;
}

}  // namespace

Pool pooled(const std::vector<Summary>& summaries, const Matrix& reference) {
  Index rows = reference.rows();
  for (const Summary& summary : summaries) rows += summary.means.rows();
  const Index columns = reference.cols();
  Pool pool{Matrix(rows, columns), Vector::Ones(rows), {}, RowVector::Zero(columns)};
  Index next = 0;
  for (std::size_t source = 0; source < summaries.size(); ++source) {
    const Summary& summary = summaries[source];
    const Index count = summary.means.rows();
    pool.points.middleRows(next, count) = summary.means;
    pool.subjects.segment(next, count) = summary.subjects;
    pool.sources.insert(pool.sources.end(), static_cast<std::size_t>(count),
                        static_cast<Index>(source));
    pool.variance += summary.subjects.sum() * summary.spread.cwiseAbs2();
    next += count;
  }
  pool.points.bottomRows(reference.rows()) = reference;
  pool.sources.resize(static_cast<std::size_t>(rows), static_cast<Index>(summaries.size()));
  pool.variance /= pool.subjects.sum();
  pool.point_of_row.resize(static_cast<std::size_t>(rows));
  std::iota(pool.point_of_row.begin(), pool.point_of_row.end(), Index{0});
  return pool;
}

Pool merged(Pool pool, Index most) {
  if (pool.points.rows() <= most) return pool;
  const Index size = (pool.points.rows() + most - 1) / most;
  const auto groups = alike(scaled_space(pool).of(pool.points), pool.sources, size);
  const Index count = std::ssize(groups);
  Pool result{Matrix(count, pool.points.cols()),
              Vector(count),
              {},
              pool.variance,
              std::move(pool.point_of_row)};
  for (Index g = 0; g < count; ++g) {
    const auto& group = groups[static_cast<std::size_t>(g)];
    const Matrix members = pool.points(group, Eigen::all);
    const Vector subjects = pool.subjects(group);
    const RowVector mean = weighted_mean(members, subjects);
    result.points.row(g) = mean;
    result.subjects(g) = subjects.sum();
    result.sources.push_back(pool.sources[static_cast<std::size_t>(group.front())]);
    result.variance +=
        subjects.transpose() * (members.rowwise() - mean).cwiseAbs2() / pool.subjects.sum();
    for (const Index member : group) result.point_of_row[static_cast<std::size_t>(member)] = g;
  }
  return result;
}

Matrix Space::of(const Matrix& points) const {
  if (components) return data::project(*components, points);
  return (points.rowwise() - middle).array().rowwise() / scale.array();
}

Space scaled_space(const Pool& pool) {
  const RowVector mean = weighted_mean(pool.points, pool.subjects);
  const RowVector variance =
      weighted_mean((pool.points.rowwise() - mean).cwiseAbs2(), pool.subjects) + pool.variance;
  return {mean, (variance.array() > 0).select(variance.array().sqrt(), 1).matrix(), {}};
}

Space component_space(const Pool& pool) {
  const Index columns = pool.points.cols();
  Space space{RowVector::Zero(columns), RowVector::Ones(columns), {}};
  space.components = weighted_components(pool.points, pool.subjects, most_components);
  space.middle = space.components->mean;
  return space;
}

data::Pca weighted_components(const Matrix& points, const Vector& subjects, Index dimensions) {
  const Index count = points.rows();
  const RowVector mean = weighted_mean(points, subjects);
  // Adds each point's mirror image, so that the weighted mean is 0.
  Matrix mirrored(2 * count, points.cols());
  mirrored.topRows(count) = (points.rowwise() - mean).array().colwise() * subjects.array().sqrt();
  mirrored.bottomRows(count) = -mirrored.topRows(count);
  data::Pca pca = data::fit_pca(mirrored, std::min(dimensions, count - 1));
  pca.mean = mean;
  pca.variances *= static_cast<double>(2 * count - 1) / (2 * (subjects.sum() - 1));
  return pca;
}

namespace {

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

std::vector<Summary> summaries_of(const MapSources& sources) {
  std::vector<Summary> summaries;
  summaries.reserve(sources.sites.size());
  for (const NamedSummary& site : sources.sites) summaries.push_back(site.summary);
  return summaries;
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
  std::vector<Summary> summaries = summaries_of(sources);
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
  map.coordinates = frame(features, pool.subjects, map.sources.neighbours, map.sources.dimensions);
  map.divergence =
      frame_divergence(frame_affinities(features, pool.subjects, map.sources.neighbours),
                       pool.subjects, map.coordinates);
  return map;
}

Names site_names(const CommonMap& map) {
  Names names;
  for (const NamedSummary& site : map.sources.sites) names.push_back(site.site);
  return names;
}

Matrix measured_points(const CommonMap& map) {
  const Pool rows = pooled(summaries_of(map.sources), map.sources.reference);
  Matrix points = Matrix::Zero(map.pool.points.rows(), rows.points.cols());
  for (Index row = 0; row < rows.points.rows(); ++row) {
    const Index point = map.pool.point_of_row[static_cast<std::size_t>(row)];
    points.row(point) += rows.subjects(row) / map.pool.subjects(point) * rows.points.row(row);
  }
  return points;
}

}  // namespace dsne::summary
