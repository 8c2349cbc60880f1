#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/csv.h"
#include "local/site_run.h"
#include "summary/common_map.h"
#include "summary/site_summary.h"

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

/// Returns where the site keeps its summary's private file, and what it remembers of others'
/// summaries: its ledger_folder, by default the folder of its runs.
fs::path summary_folder(const Step& step, const SiteRun& run);

/// Returns the site's summary for the coordinator: in the message, or as a file if it is long.
/// Returns the message unchanged if the site brought none.
Output sent_summary(const Step& step, const SiteRun& run, Json message);

/// Returns whether a map of summaries has a site's reference as its points, in the map's measures.
bool has_points(const summary::CommonMap& map, const data::Reference& given);

/// Checks a map of summaries: it must hold this site's own summary unchanged, and follow the run's
/// parameters.
/// @throws MessageError when it does not
void check_summaries_map(const summary::CommonMap& map, const Step& step, const SiteRun& run);

/// A site's own summary on a map of summaries. All is empty if it brought none.
struct OwnSummary {
  std::optional<summary::Summary> sent;
  std::optional<summary::Kept> kept;  ///< its private file; empty, too, if that was not found
  std::optional<std::size_t> source;  ///< its number among the map's sources

  const summary::Kept* kept_or_null() const { return kept ? &*kept : nullptr; }
};

/// Reads the site's own summary. Looks for its private file in the site's ledger_folder, by default
/// beside its runs' outputs.
OwnSummary find_own_summary(const summary::CommonMap& map, const Step& step, const SiteRun& run);

}  // namespace dsne::local
