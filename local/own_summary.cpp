#include "local/own_summary.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "exchange/site_answers.h"
#include "run/preprocessing.h"
#include "summary/covariates.h"
#include "summary/keeping.h"
#include "summary/own_subjects.h"
#include "summary/public_map.h"
#include "summary/shared_file.h"

namespace dsne::local {
namespace {

/// A longer summary is sent as a file.
constexpr std::size_t longest_in_message = 1000000;

/// The copy among the run's outputs shows what was sent.
constexpr const char* kept_summary = "summary_sent.csv";
constexpr const char* kept_array = "summary_sent.npz";

const char* const summary_input = "summary";

std::string own_text(const Step& step, const SiteRun& run) {
  for (const char* name : {kept_summary, kept_array}) {
    auto text = read_checked(step.folders.own / name, run.summary_digest, summary_input);
    if (text) return *std::move(text);
  }
  throw InputError("the summary in the output folder is missing or damaged");
}

/// Returns the measures for the registration: their names, or their number for arrays.
Json described_measures(const summary::Summary& shared) {
  if (shared.array) return shared.measures.size();
  return shared.measures;
}

summary::Summary own_shared(const Step& step, const SiteRun& run) {
  return summary::parse_shared_text(own_text(step, run), summary_input);
}

bool same_covariates(const summary::Covariates& a, const summary::Covariates& b) {
  return a.names == b.names &&
         (a.names.empty() || (a.means == b.means && a.spread == b.spread && a.slopes == b.slopes));
}

}  // namespace

const char* kept_summary_name(bool array) { return array ? kept_array : kept_summary; }

void register_summary(const Step& step, SiteRun& run, Json& message) {
  if (run.inputs.summary.empty()) return;
  const fs::path file = run::input_file(step.folders.inputs, run.inputs.summary, summary_input);
  auto shared = summary::read_shared_summary(file, summary_input);
  if (!shared) return;
  if (!run.inputs.settings.share_verdicts) shared->excluded.reset();
  shared->site.clear();  // A run has the name of the settings.
  shared = summary::with_covariates_named(*std::move(shared), run.inputs.settings.covariates);
  const std::string text = shared_text(*shared);
  run.summary_digest = sha256(text);
  write_atomically(step.folders.own / kept_summary_name(shared->array), text, summary_input);
  message["summary"] = {{"sha256", run.summary_digest}, {"measures", described_measures(*shared)}};
}

fs::path summary_folder(const Step& step, const SiteRun& run) {
  const std::string& folder = run.inputs.settings.ledger_folder;
  return folder.empty() ? step.folders.own.parent_path() : fs::path(folder);
}

bool is_on_summaries(const Json& message, const SiteRun& run) {
  if (!message.contains("summaries")) return false;
  const run::RunPlan& plan = run.plan();
  const bool given = plan.parameters.reference == methods::ReferenceChoice::automatic &&
                     !run.own_digest.empty() && !plan.maps_summaries;
  if (given || !plan.takes_summaries) {
    throw MessageError("the remote asks for summaries, which this run does not use");
  }
  return true;
}

Output sent_summary(const Step& step, const SiteRun& run, Json message) {
  if (run.summary_digest.empty()) return {message};
  std::string text = own_text(step, run);
  const bool as_file = text.size() > longest_in_message;
  message["summary_sent"] = as_file ? "file" : "message";
  if (as_file) return {message, {{exchange::sent_summary_name, std::move(text), summary_input}}};
  message["summary"] = summary::message_text(text);
  return {message};
}

bool has_points(const summary::CommonMap& map, const data::Reference& given) {
  const auto& measures = map.sources.sites.front().summary.measures;
  const auto points = summary::in_measures(given, measures, map.sources.array());
  return points && points->rows() == map.sources.reference.rows() &&
         *points == map.sources.reference;
}

void check_summaries_map(const summary::CommonMap& map, const Step& step, const SiteRun& run) {
  const methods::Parameters& parameters = run.plan().parameters;
  if (map.sources.neighbours != parameters.neighbours.wanted ||
      map.sources.dimensions != parameters.no_dims) {
    throw MessageError("the remote's map of summaries is of other parameters");
  }
  const std::vector<std::string>& measures = map.sources.sites.front().summary.measures;
  const bool harmonizes =
      run.plan().maps_summaries &&
      run::harmonizes_map(parameters, map.sources.array() ? std::vector<std::string>() : measures);
  if (map.sources.harmonized != harmonizes) {
    throw MessageError("the remote's map of summaries is harmonized in another way");
  }
  if (run.plan().takes_public && !summary::has_public_sites(map.sources)) {
    throw MessageError(
        "the remote's map of summaries is without the public scans of this program, whose version "
        "must be the same at all sites");
  }
  if (run.summary_digest.empty()) return;
  const summary::Summary own = own_shared(step, run);
  const auto source = find_own_source(map, own);
  if (own.array != map.sources.array() || !source ||
      !same_covariates(map.sources.sites[*source].summary.covariates,
                       summary::with_measures(own, measures).covariates)) {
    throw MessageError("the remote's map of summaries is without this site's own");
  }
}

OwnSummary find_own_summary(const summary::CommonMap& map, const Step& step, const SiteRun& run) {
  if (run.summary_digest.empty()) return {};
  OwnSummary own{own_shared(step, run), std::nullopt, std::nullopt};
  own.kept = summary::find_kept(summary_folder(step, run), *own.sent);
  own.source = find_own_source(map, *own.sent);
  return own;
}

}  // namespace dsne::local
