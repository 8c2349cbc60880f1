#pragma once

#include "data/reference_csv.h"
#include "local/site_run.h"
#include "quality/summarized_site.h"
#include "run/site_outliers.h"
#include "summary/common_map.h"

namespace dsne::local {

// A site's summary in a run (docs/summary.md): the member input `summary`, sent when the
// coordinator asks for it. A run never makes or changes one.

/// Returns the name of the summary's copy among the run's outputs.
const char* kept_summary_name(bool array);

/// Reads the summary that the site brings, without its verdicts unless the site's settings say
/// share_verdicts true, and with the covariates that these name, keeps a copy of what may be sent
/// among the run's outputs, and tells its digest and its measures' names in the registration.
/// @throws InputError when the file is no summary
void register_summary(const Step& step, SiteRun& run, Json& message);

/// Returns whether the coordinator's message belongs to a run on summaries.
/// @throws MessageError when this site's parameters are of another kind of run
bool is_on_summaries(const Json& message, const SiteRun& run);

/// Returns the site's summary for the coordinator: in the message, or as a file if it is long.
/// Returns the message unchanged if the site brought none.
Output sent_summary(const Step& step, const SiteRun& run, Json message);

/// Returns whether a map of summaries has a site's reference as its points, in the map's measures.
bool has_points(const summary::CommonMap& map, const data::Reference& given);

/// Checks a map of summaries: it must hold this site's own summary unchanged, and follow the run's
/// parameters.
/// @throws MessageError when it does not
void check_summaries_map(const summary::CommonMap& map, const Step& step, const SiteRun& run);

/// Places the site's subjects on the map of summaries. Looks for the private file of its summary in
/// its ledger_folder, by default beside its runs' outputs.
/// @param records subjects × the map's measures, NaN where missing
/// @param ids     one per subject
Matrix place_on_summaries(const summary::CommonMap& map, const Matrix& records,
                          const std::vector<std::string>& persons, const Step& step,
                          const SiteRun& run);

/// Returns the other sites' summaries for scores; none for images, matrices and series, whose
/// values have no names.
/// @param measures the run's, in the order of the scores
std::vector<quality::SummarizedSite> other_summaries(const summary::CommonMap& map,
                                                     const std::vector<std::string>& measures,
                                                     const Step& step, const SiteRun& run);

/// Adds scores adjusted for the map's covariates, where the run's lists are by measures.
/// @param with_gaps the subjects' values, NaN where missing
void add_adjusted(const summary::CommonMap& map, const data::Table& subjects,
                  const Matrix& with_gaps, const Step& step, const SiteRun& run,
                  run::SiteOutliers& outliers);

/// What the site's own report says of its summary.
std::vector<std::string> own_summary_sentences(const Step& step, const SiteRun& run);

}  // namespace dsne::local
