#pragma once

#include "data/reference_csv.h"
#include "local/site_run.h"
#include "quality/summarized_site.h"
#include "run/site_outliers.h"
#include "summary/common_map.h"

namespace dsne::local {

// A site's summary in a run (docs/summary.md): brought as the member input `summary`, and sent when
// the coordinator asks for it. A run never makes or changes one.

/// The name of the copy of the summary among the run's outputs.
const char* kept_summary_name(bool array);

/// Reads the summary that the site brings, without its verdicts unless the site's settings say
/// share_verdicts true, and with the covariates that these name, keeps a copy of what may be sent
/// among the run's outputs, and tells its digest and its measures' names in the registration.
/// @throws InputError when the file is no summary
void register_summary(const Step& step, SiteRun& run, Json& message);

/// Whether the coordinator's message is of a run on summaries.
/// @throws MessageError when this site was given parameters of another kind of run
bool is_on_summaries(const Json& message, const SiteRun& run);

/// The site's summary for the coordinator: in the message, or as a file where it is long. Nothing
/// where it brought none.
Output sent_summary(const Step& step, const SiteRun& run, Json message);

/// Whether a map of summaries has a site's reference among its points, as far as it has its
/// measures.
bool has_points(const summary::CommonMap& map, const data::Reference& given);

/// Checks a map of summaries against what this site knows: its own summary must be in it as it is,
/// and the map must be the one that the run's parameters ask for.
/// @throws MessageError when it is another one
void check_summaries_map(const summary::CommonMap& map, const Step& step, const SiteRun& run);

/// The site's subjects on the map of summaries, by the map, its own records and what it keeps of
/// its summary, which is looked for in its ledger_folder, by default beside its runs' outputs.
/// @param records subjects × the map's measures, NaN where missing
/// @param ids     one per subject
Matrix place_on_summaries(const summary::CommonMap& map, const Matrix& records,
                          const std::vector<std::string>& persons, const Step& step,
                          const SiteRun& run);

/// The other sites' summaries as scores take them. None of images, matrices and series, whose
/// values have no names.
/// @param measures the run's, in the order of the scores
std::vector<quality::SummarizedSite> other_summaries(const summary::CommonMap& map,
                                                     const std::vector<std::string>& measures,
                                                     const Step& step, const SiteRun& run);

/// Adds scores adjusted for the map's covariates, where the run's lists are by measures.
/// @param with_gaps the subjects' values, gaps NaN
void add_adjusted(const summary::CommonMap& map, const data::Table& subjects,
                  const Matrix& with_gaps, const Step& step, const SiteRun& run,
                  run::SiteOutliers& outliers);

/// What the site's own report says of its summary.
std::vector<std::string> own_summary_sentences(const Step& step, const SiteRun& run);

}  // namespace dsne::local
