
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/errors.h"
#include "data/names/measure_names.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"
#include "run/preprocessing.h"
#include "summary/map_file.h"
#include "summary/public_map.h"
#include "summary/shared_file.h"

namespace dsne::remote {
namespace {

using Names = std::vector<std::string>;

/// Checks a site's registered summary: {"sha256", "measures"}.
/// @throws MessageError when it is malformed
void check_registered(const Json& json, const std::string& what) {
  if (!is_sha256(text_field(json, "sha256", what))) {
    throw MessageError(what + ": sha256 is not a digest");
  }
  if (field(json, "measures", what).is_number_integer()) {
    integer_field(json, "measures", 1, exchange::max_features, what);
    return;
  }
  try {
    summary::check_measures(texts_field(json, "measures", what), what);
  } catch (const InputError& error) {
    throw MessageError(error.what());
  }
}

/// Returns a received summary, if it is complete.
std::optional<std::string> received_text(const Step& step, const std::string& site,
                                         const Json& answer, const std::string& digest) {
  const std::string what = exchange::message_name(site);
  if (!answer.contains("summary_sent")) return std::nullopt;
  std::optional<std::string> text;
  if (text_field(answer, "summary_sent", what) == "message") {
    text = summary::shared_text_in_message(text_field(answer, "summary", what), what);
    if (sha256(*text) != digest) {
      throw MessageError(what + ": the summary is not the one that was registered");
    }
    return text;
  }
  text = step.received(site + '/' + exchange::sent_summary_name, "the summary");
  if (text && sha256(*text) != digest) text.reset();
  return text;
}

Output ask_for_summaries(RemoteRun& run) {
  Json message = next_terms(run, "a site's summary did not arrive");
  message["summaries"] = true;
  return {message};
}

/// Returns the given reference, if there is one.
std::optional<data::Reference> given_points(const Step& step, const RemoteRun& run) {
  if (run.reference_holder.empty()) return std::nullopt;
  return data::parse_reference_csv(
      kept_reference(step.folders.own / run::given_reference_file, run.given_digest));
}

/// Its points in the measures of the map; no rows without one.
/// @throws InputError when it has others
Matrix points_of(const std::optional<data::Reference>& given, const Names& measures, bool array) {
  if (!given) return Matrix(0, std::ssize(measures));
  if (const auto points = summary::in_measures(*given, measures, array)) return *points;
  throw InputError("the reference has " + std::to_string(given->values.cols()) +
                   " measures, the sites' summaries " + std::to_string(measures.size()));
}

/// Removes measures that a site without a summary lacks (choose_measures).
void leave_out_unused(Names& measures, const RemoteRun& run) {
  std::set<std::string> unused;
  for (const data::UnevenMeasure& measure : run.uneven) {
    if (!measure.used) unused.insert(data::measure_key(measure.name));
  }
  std::erase_if(measures, [&](const std::string& measure) {
    return unused.contains(data::measure_key(measure));
  });
  if (measures.empty()) throw InputError("the summaries have no measure that every site has");
}

/// Returns the summaries by their sites' shown names.
summary::MapSources sources_of(const std::map<std::string, std::string>& texts, const Step& step,
                               const RemoteRun& run) {
  summary::MapSources sources;
  sources.neighbours = run.plan.parameters.neighbours.wanted;
  sources.dimensions = run.plan.parameters.no_dims;
  std::vector<Names> lists;
  for (const auto& [site, text] : texts) {
    summary::Summary shared = summary::parse_shared_text(text, "the summary of site " + site);
    const Json& registered = run.summaries.at(site).at("measures");
    const bool same =
        shared.array ? registered == shared.measures.size() : registered == Json(shared.measures);
    if (!same) {
      throw MessageError(exchange::message_name(site) +
                         ": the summary's measures are not those that were registered");
    }
    lists.push_back(shared.measures);
    sources.sites.push_back({run.names.at(site), std::move(shared)});
  }
  if (run.plan.takes_public) {
    summary::add_public_sites(sources);
    lists.push_back(sources.sites.back().summary.measures);
  }
  const std::optional<data::Reference> given = given_points(step, run);
  if (given && !given->features.empty()) lists.push_back(given->features);
  Names measures = summary::common_measures(lists).measures;
  leave_out_unused(measures, run);
  for (summary::NamedSummary& site : sources.sites) {
    site.summary = summary::with_measures(site.summary, measures);
  }
  if (run.plan.maps_summaries) {
    sources.harmonized =
        run::harmonizes_map(run.plan.parameters, sources.array() ? Names() : measures);
  }
  sources.reference = points_of(given, measures, sources.array());
  return sources;
}

/// A method that does not map summaries needs reference points.
void check_points(const RemoteRun& run) {
  constexpr Eigen::Index least = 4;
  if (run.reference_points >= least || run.plan.maps_summaries) {
    return;
  }
  throw InputError("the sites' summaries have too few rows for method " +
                   run.plan.parameters.method);
}

}  // namespace

void choose_summaries(const std::map<std::string, Json>& registrations, RemoteRun& run) {
  if (!run.plan.takes_summaries) {
    if (run.plan.parameters.reference != methods::ReferenceChoice::summaries) return;
    throw InputError("parameter reference is summaries, and method " + run.plan.parameters.method +
                     " takes none");
  }
  Json summaries = Json::object();
  for (const auto& [site, registration] : registrations) {
    if (!registration.contains("summary")) continue;
    check_registered(registration["summary"], exchange::message_name(site));
    summaries[site] = registration["summary"];
  }
  if (summaries.empty() && !run.plan.takes_public) return;
  run.summaries = std::move(summaries);
}

bool awaits_summaries(const RemoteRun& run) {
  return run.is_on_summaries() && run.reference_digest.empty();
}

Output gather_summaries(const Step& step, RemoteRun& run) {
  std::map<std::string, std::string> texts;
  for (const auto& [site, registered] : run.summaries.items()) {
    auto text = received_text(step, site, step.input.at(site), registered.at("sha256"));
    if (!text) return ask_for_summaries(run);
    texts[site] = *std::move(text);
  }
  const summary::CommonMap map = run.plan.maps_summaries
                                     ? summary::make_common_map(sources_of(texts, step, run))
                                     : summary::pool_sources(sources_of(texts, step, run));
  const Names& measures = map.sources.sites.front().summary.measures;
  choose_by(map.sources.array() ? Names() : measures, std::ssize(measures), "the map of summaries",
            run);
  const std::string text = summary::map_text(map);
  run.reference_digest = sha256(text);
  run.reference_points = number_of_points(run::parse_run_reference(text, run.plan));
  check_points(run);
  write_atomically(reference_copy(run, step), text, "the map of summaries");
  return send_terms(step, run);
}

}  // namespace dsne::remote
