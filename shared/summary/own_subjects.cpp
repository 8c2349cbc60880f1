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

/// Returns the features of a site's points of the map as the means of the site's own records. A
/// point stays as the map has it if a person of it is not among the records.
Matrix means_of_members(const CommonMap& map, const SubjectsToPlace& subjects, const Names& persons,
                        const std::vector<std::size_t>& persons_of_point) {
  Matrix means = map.space.of(map.pool.points(subjects.points, Eigen::all));
  std::vector<std::vector<Index>> members(persons_of_point.size());
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto found = std::ranges::find(subjects.points, subjects.groups[i]);
    if (found == subjects.points.end()) continue;
    members[static_cast<std::size_t>(found - subjects.points.begin())].push_back(
        static_cast<Index>(i));
  }
  for (std::size_t point = 0; point < members.size(); ++point) {
    Names names;
    for (const Index i : members[point]) names.push_back(persons[static_cast<std::size_t>(i)]);
    const std::size_t present = std::set<std::string>(names.begin(), names.end()).size();
    if (present == 0 || present < persons_of_point[point]) continue;
    const Matrix features = subjects.features(members[point], Eigen::all);
    means.row(static_cast<Index>(point)) = subjects_of(features, names).points.colwise().mean();
  }
  return means;
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
  std::vector<std::size_t> persons_of_point(points.size(), 0);
  for (std::size_t row = 0; row < std::min(members.size(), point_of_row.size()); ++row) {
    for (const Index i : members[row]) {
      subjects.groups[static_cast<std::size_t>(i)] = point_of_row[row];
    }
    persons_of_point[static_cast<std::size_t>(
        std::distance(points.begin(), points.find(point_of_row[row])))] += kept->rows[row].size();
  }
  if (rows == OwnRows::without_noise) {
    subjects.rows = means_of_members(map, subjects, persons, persons_of_point);
  }
  return subjects;
}

Matrix placed_alone(const Matrix& records, const MapSources& like) {
  const Vector ones = Vector::Ones(records.rows());
  if (records.rows() < 2) return Matrix::Zero(records.rows(), like.dimensions);
  const Pool own{records, ones, {}, RowVector::Zero(records.cols())};
  const Space space = like.array() ? component_space(own) : scaled_space(own);
  // The frame multiplies the neighbours, but a site alone uses the run's own number.
  return frame(space.of(records), ones, like.neighbours / frame_multiple, like.dimensions);
}

Matrix place_on(const CommonMap& map, const SubjectsToPlace& subjects) {
  if (!map.has_coordinates()) return placed_alone(subjects.features, map.sources);
  const Pool& pool = map.pool;
  return place(subjects, {map.space.of(pool.points), pool.subjects, map.coordinates},
               map.sources.neighbours);
}

}  // namespace dsne::summary
