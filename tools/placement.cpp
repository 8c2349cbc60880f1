#include "tools/placement.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "data/stacked.h"
#include "methods/embedding/initial_coordinates.h"
#include "methods/embedding/neighbour_embedding.h"
#include "methods/fedne/map_network.h"
#include "run/preprocessing.h"

namespace dsne::tools {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

std::unordered_map<std::string_view, Index> rows_by_id(const std::vector<std::string>& ids) {
  std::unordered_map<std::string_view, Index> rows;
  for (std::size_t i = 0; i < ids.size(); ++i) rows.emplace(ids[i], static_cast<Index>(i));
  return rows;
}

/// Returns for each new subject its row among the site's subjects, or -1.
Rows rows_of_same(const data::Table& subjects, const std::optional<MatchedSubjects>& site) {
  Rows same(subjects.ids.size(), -1);
  if (!site) return same;
  const auto rows = rows_by_id(site->table.ids);
  for (std::size_t i = 0; i < same.size(); ++i) {
    const auto found = rows.find(subjects.ids[i]);
    if (found == rows.end()) continue;
    const bool is_same =
        subjects.values.row(static_cast<Index>(i)) == site->table.values.row(found->second);
    if (is_same) same[i] = found->second;
  }
  return same;
}

/// Some subjects' values, with missing values filled and not.
struct Chosen {
  Matrix filled;
  Matrix with_missing;
};

Chosen chosen(const MatchedSubjects& subjects, const Rows& rows) {
  return {subjects.table.values(rows, Eigen::all), subjects.with_missing(rows, Eigen::all)};
}

/// Returns the subjects of the run: its map is harmonized by these and no others.
Matrix of_the_run(const MatchedSubjects& site, const FinishedRun& run) {
  const auto at_site = rows_by_id(site.table.ids);
  Rows rows;
  for (const std::string& id : run.own.ids) {
    const auto found = at_site.find(id);
    if (found == at_site.end()) {
      throw InputError(
          "the run's map is harmonized: --site-data must have all of the site's subjects in it");
    }
    rows.push_back(found->second);
  }
  return site.with_missing(rows, Eigen::all);
}

/// The site's subjects as the run's affinities see them.
class AsMapped {
 public:
  AsMapped(const std::optional<MatchedSubjects>& site, const FinishedRun& run)
      : preprocessing_(run::fit_preprocessing(run.reference.points, run.parameters)) {
    const data::Harmonization kind = run::harmonization(run.parameters);
    if (kind == data::Harmonization::none) return;
    if (!site) {
      throw InputError(
          "the run's map is harmonized: the site's subjects of the run (--site-data) are needed");
    }
    effect_ = data::site_effect(of_the_run(*site, run), preprocessing_.scaling, kind);
  }

  Matrix operator()(const Chosen& subjects) const {
    return effect_ ? run::apply(preprocessing_, subjects.with_missing, *effect_)
                   : run::apply(preprocessing_, subjects.filled);
  }

  Matrix reference(const FinishedRun& run) const {
    return run::preprocessed(run.reference, preprocessing_);
  }

 private:
  run::Preprocessing preprocessing_;
  std::optional<data::SiteEffect> effect_;
};

/// Subjects of the run with their positions on its map.
struct Anchors {
  Matrix points;  ///< as affinities see them
  Matrix coordinates;
  Rows row_of;  ///< for each of the site's subjects its row here, or -1 if the run did not place it
};

Anchors anchors_of(const std::optional<MatchedSubjects>& site, const FinishedRun& run,
                   const AsMapped& as_mapped) {
  Anchors anchors;
  Rows places;
  Rows rows;
  if (site) {
    const auto placed = rows_by_id(run.own.ids);
    for (std::size_t i = 0; i < site->table.ids.size(); ++i) {
      const auto found = placed.find(site->table.ids[i]);
      anchors.row_of.push_back(found == placed.end() ? -1 : std::ssize(rows));
      if (found == placed.end()) continue;
      rows.push_back(static_cast<Index>(i));
      places.push_back(found->second);
    }
  }
  const Matrix none(0, run.reference.points.values.cols());
  anchors.points = as_mapped(rows.empty() ? Chosen{none, none} : chosen(*site, rows));
  anchors.coordinates = rows.empty() ? Matrix(0, run.reference_coordinates.cols())
                                     : Matrix(run.own.coordinates(places, Eigen::all));
  return anchors;
}

/// Returns whether the run placed each subject by the reference alone and did not move it again.
bool places_one_by_one(const FinishedRun& run) {
  const methods::Method& method = methods::find_method(run.parameters.method);
  if (methods::is_silent(method)) {
    return run.parameters.placement == methods::Placement::reference;
  }
  const bool moves_subjects = methods::reads(method, "learning_rate");
  return methods::privacy_plan(run.parameters).has_value() && !moves_subjects;
}

/// Places subjects that were not in the run.
/// @param own the subjects as affinities see them
Matrix coordinates_of(const Matrix& own, const Matrix& reference, const Anchors& anchors,
                      const FinishedRun& run) {
  if (run.network) return methods::placed_by(*run.network, own, reference);
  if (places_one_by_one(run)) {
    const auto embedding = methods::neighbour_embedding(run.parameters);
    return tsne::transform(embedding->affinities_over(own, reference),
                           *embedding->finished(run.reference_coordinates));
  }
  return methods::placed_beside({own, reference}, run.reference_coordinates,
                                {anchors.points, anchors.coordinates}, run.parameters);
}

/// Returns the site's subjects and the new ones that are not among them, for scores.
MatchedSubjects with_others(const MatchedSubjects& subjects, const Rows& others,
                            const std::optional<MatchedSubjects>& site) {
  MatchedSubjects all;
  const Chosen added = chosen(subjects, others);
  all.table.values = site ? data::stacked(site->table.values, added.filled) : added.filled;
  all.with_missing =
      site ? data::stacked(site->with_missing, added.with_missing) : added.with_missing;
  if (site) all.table.ids = site->table.ids;
  for (const Index row : others) {
    all.table.ids.push_back(subjects.table.ids[static_cast<std::size_t>(row)]);
  }
  return all;
}

template <typename T>
std::vector<T> part_of(const std::vector<T>& all, const Rows& rows) {
  std::vector<T> part;
  for (const Index row : rows) part.push_back(all[static_cast<std::size_t>(row)]);
  return part;
}

quality::ScoreList part_of(const quality::ScoreList& all, const Rows& rows) {
  return {all.scores(rows), part_of(all.listed, rows), part_of(all.reasons, rows)};
}

/// Returns the scores of some of the compared subjects.
quality::OutlierScores part_of(const quality::OutlierScores& all, const Rows& rows) {
  quality::OutlierScores part = all;
  part.scores = all.scores(rows);
  part.ratings = all.ratings(rows);
  part.flagged = part_of(all.flagged, rows);
  part.also_check = part_of(all.also_check, rows);
  part.reasons = part_of(all.reasons, rows);
  part.like_excluded = part_of(all.like_excluded, rows);
  return part;
}

}  // namespace

Placement placed(const MatchedSubjects& given, const std::optional<MatchedSubjects>& site,
                 const FinishedRun& run) {
  const data::Table& subjects = given.table;
  const AsMapped as_mapped(site, run);
  const Rows same = rows_of_same(subjects, site);
  const Anchors anchors = anchors_of(site, run, as_mapped);
  Rows others;
  Rows compared;
  const Index of_site = site ? site->table.values.rows() : 0;
  for (std::size_t i = 0; i < same.size(); ++i) {
    compared.push_back(same[i] >= 0 ? same[i] : of_site + std::ssize(others));
    if (same[i] < 0) others.push_back(static_cast<Index>(i));
  }

  Placement placement;
  placement.known = std::ssize(same) - std::ssize(others);
  const MatchedSubjects all = with_others(given, others, site);
  placement.outliers = run::site_outliers(all.table, all.with_missing, run.reference, {});
  placement.outliers.scores = part_of(placement.outliers.scores, compared);
  if (auto& lists = placement.outliers.lists) {
    lists->odd = part_of(lists->odd, compared);
    lists->unfit = part_of(lists->unfit, compared);
  }

  Rows to_place;
  placement.coordinates.resize(subjects.values.rows(), run.reference_coordinates.cols());
  for (std::size_t i = 0; i < same.size(); ++i) {
    const Index anchor = same[i] < 0 ? -1 : anchors.row_of[static_cast<std::size_t>(same[i])];
    if (anchor < 0) {
      to_place.push_back(static_cast<Index>(i));
    } else {
      placement.coordinates.row(static_cast<Index>(i)) = anchors.coordinates.row(anchor);
    }
  }
  if (!to_place.empty()) {
    placement.coordinates(to_place, Eigen::all) =
        coordinates_of(as_mapped(chosen(given, to_place)), as_mapped.reference(run), anchors, run);
  }
  return placement;
}

}  // namespace dsne::tools
