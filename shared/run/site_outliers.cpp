#include "run/site_outliers.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/missing.h"
#include "data/names/measure_names.h"
#include "summary/own_subjects.h"

namespace dsne::run {
namespace {

bool is_geometry(const std::vector<std::string>& measures, Eigen::Index feature) {
  const auto f = static_cast<std::size_t>(feature);
  return f < measures.size() && data::measure_term(measures[f]).is_geometry;
}

/// Sizes and spacing say how a scan was made, not how good it is. A subject listed for these alone
/// is removed from the lists, and is to check.
void check_geometry(const std::vector<std::string>& measures, quality::OutlierScores& scores) {
  const auto made_odd = [&](const quality::OddMeasure& reason) {
    return is_geometry(measures, reason.feature);
  };
  for (std::size_t i = 0; i < scores.flags.size(); ++i) {
    const auto& reasons = scores.reasons[i];
    if (scores.flags[i] != quality::Flag::flagged || !std::ranges::all_of(reasons, made_odd))
      continue;
    scores.flags[i] = quality::Flag::also_check;
    scores.lists.odd.listed[i] = false;
    scores.lists.inconsistent.listed[i] = false;
  }
}

/// A summary's rows with the measures in a run's order, or in the summary's where the run's table
/// has no names.
quality::SummarizedSite summarized_site(const summary::Summary& summary,
                                        const std::vector<std::string>& measures) {
  if (!summary::find_columns(measures, summary.measures)) {
    throw InputError("another site's summary: a measure of the run is not in the summary");
  }
  summary::Summary same =
      summary::with_measures(summary, measures.empty() ? summary.measures : measures);
  return {std::move(same.means), std::move(same.subjects), std::move(same.spread),
          std::move(same.excluded)};
}

/// The summaries of all sources but the own one, each as `view` makes it.
template <typename View>
std::vector<quality::SummarizedSite> sites_but(std::optional<std::size_t> own,
                                               const summary::CommonMap& map,
                                               const std::vector<std::string>& measures,
                                               const View& view) {
  std::vector<quality::SummarizedSite> sites;
  sites.reserve(map.sources.sites.size());
  for (std::size_t i = 0; i < map.sources.sites.size(); ++i) {
    if (i != own) sites.push_back(summarized_site(view(map.sources.sites[i].summary), measures));
  }
  return sites;
}

/// The columns of `from` in the order of `to`, or as they are where `to` is empty.
/// @pre `from` has all of them
Matrix in_order(const Matrix& values, const std::vector<std::string>& from,
                const std::vector<std::string>& to) {
  return to.empty() ? values : values(Eigen::all, summary::find_columns(to, from).value());
}

/// Gives the measures of a list's reasons the numbers that they have in a wider table.
void renumber(quality::ScoreList& list, const std::vector<Eigen::Index>& columns) {
  for (std::vector<quality::OddMeasure>& reasons : list.reasons) {
    for (quality::OddMeasure& reason : reasons) {
      reason.feature = columns[static_cast<std::size_t>(reason.feature)];
    }
  }
}

}  // namespace

SiteOutliers by_own_subjects(const quality::OwnRecords& own,
                             const std::vector<std::string>& measures,
                             const std::vector<quality::SummarizedSite>& others,
                             std::optional<quality::VerdictModel> model,
                             quality::WantedLists wanted) {
  quality::OwnScores lists = quality::own_scores(own, others, wanted);
  if (!model && !others.empty() && own.values.cols() <= quality::most_measures) {
    model = quality::verdict_model(others);
  }
  if (model) quality::add_verdict_list(lists, own, *std::move(model));
  SiteOutliers result;
  // The median of a few subjects lies outside groups' means by chance.
  constexpr std::size_t enough_subjects = 10;
  if (!others.empty() && lists.compared.rows.size() >= enough_subjects) {
    const Matrix compared = own.values(lists.compared.rows, Eigen::all);
    result.outside = quality::outside_others(data::present_medians(compared, 1), others);
    std::erase_if(result.outside, [&](const quality::OutsideMeasure& measure) {
      return is_geometry(measures, measure.measure);
    });
  }
  result.scores = quality::outliers_of(std::move(lists));
  check_geometry(measures, result.scores);
  return result;
}

void add_adjusted_scores(const summary::CommonMap& map, const std::vector<std::string>& measures,
                         const quality::OwnRecords& records, const summary::Kept* kept,
                         std::optional<std::size_t> own, quality::OwnScores& lists) {
  if (map.covariates.names.empty() || !own) return;
  const auto others = sites_but(own, map, measures, [&](const summary::Summary& site) {
    return adjusted(site, map.covariates);
  });
  const Matrix explained = in_order(explained_of(map, records.persons, kept, own),
                                    map.sources.sites.front().summary.measures, measures);
  quality::OwnScores scores =
      quality::own_scores({records.values - (explained.rowwise() - explained.colwise().mean()),
                           records.persons, records.judging},
                          others);
  lists.odd.adjusted = std::move(scores.odd.scores);
  lists.inconsistent.adjusted = std::move(scores.inconsistent.scores);
}

std::vector<quality::SummarizedSite> other_sources(const summary::CommonMap& map,
                                                   std::optional<std::size_t> own,
                                                   const std::vector<std::string>& measures) {
  if (map.sources.array()) return {};
  auto sources = sites_but(own, map, measures, [](const summary::Summary& site) { return site; });
  const Matrix& points = map.sources.reference;
  if (points.rows() == 0) return sources;
  const auto& names = map.sources.sites.front().summary.measures;
  if (auto reference = quality::reference_source(in_order(points, names, measures))) {
    sources.push_back(*std::move(reference));
  }
  return sources;
}

SiteOutliers by_map(const summary::CommonMap& map, const quality::OwnRecords& records,
                    const std::vector<std::string>& measures, const summary::Kept* kept,
                    std::optional<std::size_t> own, std::optional<quality::VerdictModel> model) {
  const auto others = other_sources(map, own, measures);
  const bool learns = !model && !others.empty() && records.values.cols() <= quality::most_measures;
  SiteOutliers result = by_own_subjects(records, measures, others, std::move(model));
  if (learns) result.scores.lists.verdicts_elsewhere = quality::shared_verdicts(others);
  add_adjusted_scores(map, measures, records, kept, own, result.scores.lists);
  return result;
}

SiteOutliers by_wider_table(const summary::CommonMap& map, const quality::OwnRecords& records,
                            const std::vector<std::string>& measures) {
  const std::vector<std::string>& shared = map.sources.sites.front().summary.measures;
  std::vector<Eigen::Index> columns;
  for (const auto& position : data::MeasureNames(measures).find_each(shared)) {
    columns.push_back(static_cast<Eigen::Index>(position.value()));
  }
  SiteOutliers result = by_own_subjects(
      {records.values(Eigen::all, columns), records.persons, records.judging}, shared,
      other_sources(map, std::nullopt, shared), std::nullopt, quality::WantedLists::odd);
  for (quality::OutsideMeasure& each : result.outside) {
    each.measure = columns[static_cast<std::size_t>(each.measure)];
  }
  quality::OwnScores lists = quality::own_scores(records, {}, quality::WantedLists::inconsistent);
  quality::OwnScores& compared = result.scores.lists;
  renumber(compared.odd, columns);
  lists.odd = std::move(compared.odd);
  lists.uses_direction = compared.uses_direction;
  if (compared.like_excluded) {
    renumber(*compared.like_excluded, columns);
    lists.like_excluded = std::move(compared.like_excluded);
  }
  result.scores = quality::outliers_of(std::move(lists));
  check_geometry(measures, result.scores);
  return result;
}

}  // namespace dsne::run
