#pragma once

#include <optional>
#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "quality/summarized_site.h"
#include "summary/common_map.h"
#include "summary/site_summary.h"

namespace dsne::run {

/// A site's scores of its own subjects and of itself. They stay at the site.
struct SiteOutliers {
  quality::OutlierScores scores;
  /// The measures whose middle lies outside the other sources, without sizes and spacings.
  std::vector<quality::OutsideMeasure> outside;
};

/// Scores a site by its own subjects, of whom a person counts once, and by other sources.
/// @param measures the records' names of columns; none where these have none
/// @param others   summaries and references with the same measures, without the site's own; none
///   is needed
/// @param model    judges in place of one that the others' verdicts teach; nothing for that one
/// @param wanted   nobody is on the other list
SiteOutliers by_own_subjects(const quality::OwnRecords& own,
                             const std::vector<std::string>& measures,
                             const std::vector<quality::SummarizedSite>& others,
                             std::optional<quality::VerdictModel> model = std::nullopt,
                             quality::WantedLists wanted = quality::WantedLists::both);

/// Scores a site by its own subjects and a map's other sources, and adds scores of the subjects
/// less what the map's covariates explain.
/// @param kept what the site keeps of its summary; nothing without one
/// @param own  the number of its source on the map, which plays no part; nothing without one
/// @throws InputError as other_sources does
SiteOutliers by_map(const summary::CommonMap& map, const quality::OwnRecords& records,
                    const std::vector<std::string>& measures, const summary::Kept* kept,
                    std::optional<std::size_t> own,
                    std::optional<quality::VerdictModel> model = std::nullopt);

/// Scores a site whose table has other measures beside a map's: the lists of odd subjects, and of
/// those like excluded ones, by the map's measures and its sources; the list of inconsistent
/// subjects by all measures of the site alone.
/// @param measures the records' names of columns, all of the map's among them
SiteOutliers by_wider_table(const summary::CommonMap& map, const quality::OwnRecords& records,
                            const std::vector<std::string>& measures);

/// Adds the scores of the subjects less what the map's covariates explain of their measures, beside
/// the other sites' rows less what these explain there. Does nothing without covariates.
/// @param records what the lists are of, with the measures of `measures`
/// @param kept    what the site keeps of its summary; nothing without one
/// @param own     the number of its source on the map
void add_adjusted_scores(const summary::CommonMap& map, const std::vector<std::string>& measures,
                         const quality::OwnRecords& records, const summary::Kept* kept,
                         std::optional<std::size_t> own, quality::OwnScores& lists);

/// Returns a map's sources but the own one as scores take them: the sites' summaries, and the
/// reference. None of images, matrices and series, whose values have no names.
/// @param own      the number of the site's own source; nothing where it has none
/// @param measures the run's, in the order of the scores
/// @throws InputError when a summary lacks a measure
std::vector<quality::SummarizedSite> other_sources(const summary::CommonMap& map,
                                                   std::optional<std::size_t> own,
                                                   const std::vector<std::string>& measures);

}  // namespace dsne::run
