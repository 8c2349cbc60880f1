#include "tools/placement.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/stacked.h"
#include "federated/initial_coordinates.h"
#include "federated/map_network.h"
#include "federated/preprocessing.h"
#include "tsne/transform.h"

namespace dsne::tools {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

std::unordered_map<std::string_view, Index> rows_by_id(const std::vector<std::string>& ids) {
  std::unordered_map<std::string_view, Index> rows;
  for (std::size_t i = 0; i < ids.size(); ++i) rows.emplace(ids[i], static_cast<Index>(i));
  return rows;
}

/// For each new subject the row of the site's that it is, -1 when it is none.
Rows rows_of_same(const data::Table& subjects, const std::optional<data::Table>& site) {
  Rows same(subjects.ids.size(), -1);
  if (!site) return same;
  const auto rows = rows_by_id(site->ids);
  for (std::size_t i = 0; i < same.size(); ++i) {
    const auto found = rows.find(subjects.ids[i]);
    if (found == rows.end()) continue;
    const bool is_same =
        subjects.values.row(static_cast<Index>(i)) == site->values.row(found->second);
    if (is_same) same[i] = found->second;
  }
  return same;
}

/// Subjects of the run with their places on its map.
struct Anchors {
  Matrix values;
  Matrix coordinates;
  Rows row_of;  ///< of each of the site's subjects its row here, -1 when the run did not place it
};

Anchors anchors_of(const std::optional<data::Table>& site, const FinishedRun& run) {
  Anchors anchors;
  Rows places;
  Rows rows;
  if (site) {
    const auto placed = rows_by_id(run.own.ids);
    for (std::size_t i = 0; i < site->ids.size(); ++i) {
      const auto found = placed.find(site->ids[i]);
      anchors.row_of.push_back(found == placed.end() ? -1 : std::ssize(rows));
      if (found == placed.end()) continue;
      rows.push_back(static_cast<Index>(i));
      places.push_back(found->second);
    }
  }
  anchors.values = rows.empty() ? Matrix(0, run.reference.points.values.cols())
                                : Matrix(site->values(rows, Eigen::all));
  anchors.coordinates = rows.empty() ? Matrix(0, run.reference_coordinates.cols())
                                     : Matrix(run.own.coordinates(places, Eigen::all));
  return anchors;
}

/// Whether the run has placed each subject for itself, by the reference alone.
bool places_one_by_one(const FinishedRun& run) {
  return federated::is_silent(federated::find_method(run.parameters.method)) ||
         federated::privacy_plan(run.parameters).has_value();
}

/// The places of subjects that the run did not have.
Matrix coordinates_of(const Matrix& values, const Anchors& anchors, const FinishedRun& run) {
  const federated::Preprocessing preprocessing =
      federated::preprocessing_of(run.reference, run.parameters);
  const Matrix own = federated::apply(preprocessing, values);
  const Matrix reference = federated::preprocessed(run.reference, preprocessing);
  if (run.network) return federated::placed_by(*run.network, own, reference);
  if (places_one_by_one(run)) return tsne::transform(own, reference, run.reference_coordinates);
  return federated::placed_beside(
      {own, reference}, run.reference_coordinates,
      {federated::apply(preprocessing, anchors.values), anchors.coordinates},
      run.parameters.perplexity, run.reference.learned.has_value());
}

/// The subjects' part of the scores of all that were compared.
quality::OutlierScores part_of(const quality::OutlierScores& all, const Rows& rows) {
  quality::OutlierScores part = all;
  part.scores = all.scores(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    part.flagged[i] = all.flagged[row];
    part.reasons[i] = all.reasons[row];
    part.like_excluded[i] = all.like_excluded[row];
  }
  part.flagged.resize(rows.size());
  part.reasons.resize(rows.size());
  part.like_excluded.resize(rows.size());
  return part;
}

}  // namespace

Placement placed(const data::Table& subjects, const std::optional<data::Table>& site,
                 const FinishedRun& run) {
  const Rows same = rows_of_same(subjects, site);
  const Anchors anchors = anchors_of(site, run);
  Rows others;
  Rows compared;
  const Index of_site = site ? site->values.rows() : 0;
  for (std::size_t i = 0; i < same.size(); ++i) {
    compared.push_back(same[i] >= 0 ? same[i] : of_site + std::ssize(others));
    if (same[i] < 0) others.push_back(static_cast<Index>(i));
  }
  const Matrix fresh = subjects.values(others, Eigen::all);

  Placement placement;
  placement.known = std::ssize(same) - std::ssize(others);
  const Matrix all = site ? data::stacked(site->values, fresh) : fresh;
  placement.outliers = federated::site_outliers(all, run.reference);
  placement.outliers.scores = part_of(placement.outliers.scores, compared);
  if (placement.outliers.units.rows() > 0) {
    placement.outliers.units = Matrix(placement.outliers.units(compared, Eigen::all));
  }

  const auto is_anchor = [&](std::size_t i) {
    return same[i] >= 0 && anchors.row_of[static_cast<std::size_t>(same[i])] >= 0;
  };
  Rows to_place;
  for (std::size_t i = 0; i < same.size(); ++i) {
    if (!is_anchor(i)) to_place.push_back(static_cast<Index>(i));
  }
  placement.coordinates.resize(subjects.values.rows(), run.reference_coordinates.cols());
  if (!to_place.empty()) {
    placement.coordinates(to_place, Eigen::all) =
        coordinates_of(subjects.values(to_place, Eigen::all), anchors, run);
  }
  for (std::size_t i = 0; i < same.size(); ++i) {
    if (!is_anchor(i)) continue;
    placement.coordinates.row(static_cast<Index>(i)) =
        anchors.coordinates.row(anchors.row_of[static_cast<std::size_t>(same[i])]);
  }
  return placement;
}

}  // namespace dsne::tools
