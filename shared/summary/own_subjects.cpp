#include "summary/own_subjects.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/matrix.h"
#include "data/missing.h"
#include "summary/covariates.h"
#include "summary/frame.h"
#include "summary/known_persons.h"
#include "summary/records.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

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
Matrix as_compared(const CommonMap& map, const Matrix& records, const Matrix& explained,
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

/// The records of each row's persons.
using RowRecords = std::vector<std::vector<Index>>;

RowRecords members_of(const Kept& kept, const Names& persons) {
  std::unordered_map<std::string, std::size_t> row_of;
  for (std::size_t row = 0; row < kept.rows.size(); ++row) {
    for (const std::string& person : kept.rows[row]) row_of[person] = row;
  }
  const PersonHasher hash_of(kept);
  RowRecords members(kept.rows.size());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto found = row_of.find(hash_of(persons[i]));
    if (found != row_of.end()) members[found->second].push_back(static_cast<Index>(i));
  }
  return members;
}

/// Returns a scale of only some columns.
Scale with_columns(const Scale& scale, const std::vector<Index>& columns) {
  Scale some = scale;
  some.medians = scale.medians(columns);
  some.each.clear();
  for (const Index column : columns) {
    if (!scale.array) some.each.push_back(scale.each[static_cast<std::size_t>(column)]);
  }
  return some;
}

/// Returns the site's summary with the means of its rows as they were before noise and rounding. A
/// row stays as it is if a person of it is not among the records.
Summary without_noise(Summary summary, const RowRecords& members, const Matrix& records,
                      const Names& persons, const Kept& kept) {
  const auto columns = find_columns(summary.measures, kept.scale.measures);
  if (!columns) return summary;
  const Scale scale = with_columns(kept.scale, *columns);
  const Matrix scaled = on_scale(records, scale);
  const std::size_t rows = std::min(members.size(), static_cast<std::size_t>(summary.means.rows()));
  for (std::size_t row = 0; row < rows; ++row) {
    Names names;
    for (const Index i : members[row]) names.push_back(persons[static_cast<std::size_t>(i)]);
    if (std::set<std::string>(names.begin(), names.end()).size() < kept.rows[row].size()) continue;
    const Matrix mean =
        subjects_of(scaled(members[row], Eigen::all), names).points.colwise().mean();
    summary.means.row(static_cast<Index>(row)) = in_units(mean, scale);
  }
  return summary;
}

/// Returns a site's points of the map as its rows were before noise, in their order.
Matrix points_without_noise(const CommonMap& map, std::size_t own, const RowRecords& members,
                            const Matrix& records, const Names& persons, const Kept& kept) {
  Summary summary = without_noise(map.sources.sites[own].summary, members, records, persons, kept);
  if (map.sources.harmonized) {
    summary = harmonized(std::move(summary), map.effects[own], map.common, map.covariates);
  }
  const std::vector<Index> point_of_row = points_of(map, own);
  const std::set<Index> points(point_of_row.begin(), point_of_row.end());
  Matrix means = Matrix::Zero(std::ssize(points), summary.means.cols());
  Vector subjects = Vector::Zero(means.rows());
  for (std::size_t row = 0; row < point_of_row.size(); ++row) {
    const auto i = static_cast<Index>(row);
    const Index point = std::distance(points.begin(), points.find(point_of_row[row]));
    means.row(point) += summary.subjects(i) * summary.means.row(i);
    subjects(point) += summary.subjects(i);
  }
  return subjects.cwiseInverse().asDiagonal() * means;
}

}  // namespace

std::optional<std::size_t> find_own_source(const CommonMap& map, const Summary& own) {
  for (std::size_t i = 0; i < map.sources.sites.size(); ++i) {
    const Summary& site = map.sources.sites[i].summary;
    if (!find_columns(site.measures, own.measures)) continue;
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
                             const Kept* kept, std::optional<std::size_t> own, OwnRows rows) {
  const bool summarized = kept != nullptr && own && kept->scale.array &&
                          kept->scale.measures == map.sources.sites[*own].summary.measures;
  const Matrix values = summarized ? as_summarized(records, kept->scale) : records;
  const Matrix features = as_compared(map, values, explained_of(map, persons, kept, own), own);
  SubjectsToPlace subjects{map.has_coordinates() ? map.space.of(features) : features,
                           std::vector<Index>(persons.size(), -1),
                           {},
                           {}};
  if (kept == nullptr || !own || !map.has_coordinates()) return subjects;
  const std::vector<Index> point_of_row = points_of(map, *own);
  // Merged rows are one point.
  const std::set<Index> points(point_of_row.begin(), point_of_row.end());
  subjects.points.assign(points.begin(), points.end());
  const RowRecords members = members_of(*kept, persons);
  for (std::size_t row = 0; row < std::min(members.size(), point_of_row.size()); ++row) {
    for (const Index i : members[row]) {
      subjects.groups[static_cast<std::size_t>(i)] = point_of_row[row];
    }
  }
  if (rows == OwnRows::without_noise) {
    subjects.rows = map.space.of(points_without_noise(map, *own, members, values, persons, *kept));
  }
  return subjects;
}

Matrix placed_alone(const Matrix& records, const MapSources& like) {
  const Vector ones = Vector::Ones(records.rows());
  if (records.rows() < 2) return Matrix::Zero(records.rows(), like.dimensions);
  const Pool own{records, ones, {}, RowVector::Zero(records.cols())};
  const Space space = like.array() ? component_space(own) : scaled_space(own);
  // The frame multiplies the perplexity, but a site alone uses the run's own.
  return frame(space.of(records), ones, like.perplexity / frame_perplexities, like.dimensions);
}

Matrix place_on(const CommonMap& map, const SubjectsToPlace& subjects) {
  if (!map.has_coordinates()) return placed_alone(subjects.features, map.sources);
  const Pool& pool = map.pool;
  return place(subjects, {map.space.of(pool.points), pool.subjects, map.coordinates},
               map.sources.perplexity);
}

}  // namespace dsne::summary
