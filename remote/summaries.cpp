#include "remote/summaries.h"

#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/notes/summaries_note.h"
#include "federated/perplexity.h"
#include "federated/state_names.h"
#include "remote/measures.h"
#include "remote/phases.h"
#include "summary/check.h"
#include "summary/map_file.h"
#include "summary/shared_file.h"

namespace dsne::remote {
namespace {

using summary::SharedSummary;
using Names = std::vector<std::string>;

/// A site's summary as it registered it: {"sha256", "measures"}.
/// @throws MessageError when it is none
void check_registered(const Json& json, const std::string& what) {
  if (!is_sha256(text_field(json, "sha256", what))) {
    throw MessageError(what + ": sha256 is not a digest");
  }
  if (field(json, "measures", what).is_number_integer()) {
    integer_field(json, "measures", 1, federated::max_features, what);
    return;
  }
  try {
    summary::check_measures(texts_field(json, "measures", what), what);
  } catch (const InputError& error) {
    throw MessageError(error.what());
  }
}

/// The measures of all, as far as they have names.
/// @throws InputError when there is none in common, or some are arrays and others not
void check_in_common(const Json& summaries) {
  std::vector<Names> lists;
  Json length;
  for (const auto& [site, registered] : summaries.items()) {
    const Json& measures = registered.at("measures");
    if (measures.is_array()) {
      lists.push_back(measures.get<Names>());
    } else if (length.is_null() || length == measures) {
      length = measures;
    } else {
      throw InputError("the sites' summaries are of arrays of different sizes");
    }
  }
  if (!lists.empty() && !length.is_null()) {
    throw InputError("some sites' summaries are of measures, others' of images or matrices");
  }
  if (!lists.empty()) summary::common_measures(lists);
}

/// A summary as it came, if it came whole.
std::optional<std::string> received_text(const Step& step, const std::string& site,
                                         const Json& answer, const std::string& digest) {
  const std::string what = federated::message_name(site);
  if (!answer.contains("summary_sent")) return std::nullopt;
  std::optional<std::string> text;
  if (text_field(answer, "summary_sent", what) == "message") {
    text = text_field(answer, "summary", what);
    if (sha256(*text) != digest) {
      throw MessageError(what + ": the summary is not the one that was registered");
    }
    return text;
  }
  text = step.received(site + '/' + federated::sent_summary_name, "the summary");
  if (text && sha256(*text) != digest) text.reset();
  return text;
}

Output ask_for_summaries(RemoteRun& run) {
  Json message = next_terms(run, "a site's summary did not arrive");
  message["summaries"] = true;
  return {message};
}

/// The summaries by the names that their sites appear under.
summary::MapSources sources_of(const std::map<std::string, std::string>& texts,
                               const RemoteRun& run) {
  summary::MapSources sources;
  sources.perplexity = federated::wanted_perplexity(run.parameters);
  sources.dimensions = run.parameters.no_dims;
  std::vector<Names> lists;
  for (const auto& [site, text] : texts) {
    SharedSummary shared = summary::parse_travel_text(text, "the summary of site " + site);
    const Json& registered = run.summaries.at(site).at("measures");
    const bool same = shared.array ? registered == shared.summary.measures.size()
                                   : registered == Json(shared.summary.measures);
    if (!same) {
      throw MessageError(federated::message_name(site) +
                         ": the summary's measures are not those that were registered");
    }
    lists.push_back(shared.summary.measures);
    sources.array = shared.array;
    sources.sites.push_back({run.names.at(site), std::move(shared.summary)});
  }
  const Names measures = summary::common_measures(lists).measures;
  for (summary::NamedSummary& site : sources.sites) {
    site.summary = summary::with_measures(site.summary, measures);
  }
  sources.reference.resize(0, std::ssize(measures));
  return sources;
}

}  // namespace

bool choose_summaries(const std::map<std::string, Json>& registrations, RemoteRun& run) {
  const auto choice = run.parameters.reference;
  const bool asked = choice == federated::ReferenceChoice::summaries;
  const bool takes = federated::find_method(run.parameters.method).takes_summaries();
  if (asked && !takes) {
    throw InputError("parameter reference is summaries, and method " + run.parameters.method +
                     " takes none; single-shot does");
  }
  if (!takes || (!asked && choice != federated::ReferenceChoice::automatic)) return false;
  Json summaries = Json::object();
  for (const auto& [site, registration] : registrations) {
    if (!registration.contains("summary")) continue;
    check_registered(registration["summary"], federated::message_name(site));
    summaries[site] = registration["summary"];
  }
  if (summaries.empty()) {
    if (asked) throw InputError(federated::no_summaries);
    return false;
  }
  check_in_common(summaries);
  run.summaries = std::move(summaries);
  return true;
}

void check_kept_summaries(const RemoteRun& run) {
  if (run.summaries.is_null()) return;
  const std::string what(federated::coordinator_cache_name);
  const MessageError damaged(what + ": summaries is damaged");
  if (!run.summaries.is_object() || run.summaries.empty()) throw damaged;
  for (const auto& [site, registered] : run.summaries.items()) {
    if (!run.sites.contains(site)) throw damaged;
    check_registered(registered, what);
  }
}

std::optional<std::string> left_out_sentence(const summary::CommonMap& map, const RemoteRun& run) {
  std::vector<Names> lists;
  for (const auto& [site, registered] : run.summaries.items()) {
    if (registered.at("measures").is_array()) lists.push_back(registered["measures"]);
  }
  return federated::left_out_sentence(map, lists);
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
  const summary::CommonMap map = summary::make_common_map(sources_of(texts, run));
  choose_by(map.sources.array ? Names() : map.sources.sites.front().summary.measures,
            "the map of summaries", run);
  const std::string text = summary::map_text(map);
  run.reference_digest = sha256(text);
  run.reference_points = map.coordinates.rows();
  write_atomically(reference_copy(run, step), text, "the map of summaries");
  return send_terms(step, run);
}

}  // namespace dsne::remote
