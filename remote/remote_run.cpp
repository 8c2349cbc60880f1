#include "remote/remote_run.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "exchange/masked_fields.h"
#include "exchange/site_keys.h"
#include "exchange/state_names.h"
#include "remote/summaries.h"
#include "run/preprocessing.h"
#include "run/reference/private_reference.h"

namespace dsne::remote {
namespace {

constexpr std::int64_t max_rounds = 1000000000;

/// The sites' keys are kept as they registered them, of every site that the others have met.
void check_keys(const RemoteRun& run) {
  const auto kept = exchange::parse_roster(run.keys, exchange::coordinator_cache_name).sites;
  const bool complete = std::all_of(run.sites.begin(), run.sites.end(),
                                    [&](const auto& site) { return kept.contains(site.first); });
  const bool known = std::all_of(kept.begin(), kept.end(), [&](const auto& site) {
    return run.sites.contains(site.first) || run.lost_sites.contains(site.first);
  });
  if (!complete || !known || !run.signatures.is_object()) {
    throw MessageError(std::string(exchange::coordinator_cache_name) + ": keys is damaged");
  }
}

/// Reads the names: one for each site, all different.
run::SiteNames kept_names(const Json& cache, const RemoteRun& run) {
  const Json& names = field(cache, "names", exchange::coordinator_cache_name);
  run::SiteNames kept;
  std::set<std::string> shown;
  for (const auto& [site, points] : run.sites) {
    shown.insert(kept[site] = text_field(names, site, exchange::coordinator_cache_name));
  }
  if (shown.size() != run.sites.size() || names.size() != run.sites.size()) {
    throw MessageError(std::string(exchange::coordinator_cache_name) + ": names is damaged");
  }
  return kept;
}

/// The names of sites that are left out or lost.
run::SiteNames kept_absent(const Json& cache, const std::string& list) {
  const Json& sites = field(cache, list, exchange::coordinator_cache_name);
  if (!sites.is_object()) throw MessageError("the remote's cache: " + list + " is damaged");
  run::SiteNames names;
  for (const auto& item : sites.items()) {
    names[item.key()] = text_field(sites, item.key(), exchange::coordinator_cache_name);
  }
  return names;
}

/// Reads the tables of all sites; there are none once the measures are chosen.
run::SiteTables kept_tables(const Json& cache, const RemoteRun& run) {
  const Json& kept = field(cache, "tables", exchange::coordinator_cache_name);
  const bool complete = kept.is_object() && (kept.empty() || kept.size() == run.sites.size());
  if (!complete) throw MessageError("the remote's cache: tables is damaged");
  run::SiteTables tables;
  for (const auto& item : kept.items()) {
    if (!run.sites.contains(item.key())) {
      throw MessageError("the remote's cache: tables is damaged");
    }
    tables[item.key()] = run::parse_site_table(item.value(), exchange::coordinator_cache_name);
  }
  return tables;
}

Json tables_json(const run::SiteTables& tables) {
  Json json = Json::object();
  for (const auto& [site, table] : tables) json[site] = to_json(table);
  return json;
}

}  // namespace

bool RemoteRun::has_names() const {
  return std::any_of(names.begin(), names.end(),
                     [](const auto& site) { return site.first != site.second; });
}

const std::string& RemoteRun::shown_name(const std::string& site) const {
  const auto name = names.find(site);
  return name != names.end() ? name->second : lost_sites.at(site);
}

Json RemoteRun::to_json() const {
  return {{"phase", moment.phase},
          {"round", moment.round},
          {"sites", sites},
          {"names", names},
          {"left_out_sites", left_out_sites},
          {"lost_sites", lost_sites},
          {"tables", tables_json(tables)},
          {"uneven", run::to_json(uneven)},
          {"parameters", methods::to_json(parameters)},
          {"keys", keys},
          {"signatures", signatures},
          {"reference_holder", reference_holder},
          {"given_digest", given_digest},
          {"given_points", given_points},
          {"summaries", summaries},
          {"features", features},
          {"number_of_features", number_of_features},
          {"landmarks", landmarks},
          {"reference_digest", reference_digest},
          {"reference_points", reference_points},
          {"found_landmarks", found_landmarks},
          {"attempts", attempts},
          {"embed_round", embed_round},
          {"method", method},
          {"evolution", evolution},
          {"report", report}};
}

RemoteRun RemoteRun::from_cache(const Json& cache) {
  RemoteRun run;
  run.moment = moment_of(cache, exchange::coordinator_cache_name);
  const Json& sites = field(cache, "sites", exchange::coordinator_cache_name);
  for (const auto& item : sites.items()) {
    if (!is_plain_name(item.key())) throw MessageError("the remote's cache: sites is damaged");
    run.sites[item.key()] =
        integer_field(sites, item.key(), 0, exchange::max_points, exchange::coordinator_cache_name);
  }
  run.names = kept_names(cache, run);
  run.left_out_sites = kept_absent(cache, "left_out_sites");
  run.lost_sites = kept_absent(cache, "lost_sites");
  run.tables = kept_tables(cache, run);
  run.uneven = run::parse_uneven(field(cache, "uneven", exchange::coordinator_cache_name),
                                 exchange::coordinator_cache_name);
  const Json& parameters = field(cache, "parameters", exchange::coordinator_cache_name);
  run.parameters = methods::parse_parameters(parameters);
  if (methods::to_json(run.parameters) != parameters) {
    throw MessageError("the remote's cache: parameters is damaged");
  }
  run.keys = field(cache, "keys", exchange::coordinator_cache_name);
  run.signatures = field(cache, "signatures", exchange::coordinator_cache_name);
  check_keys(run);
  run.reference_holder = text_field(cache, "reference_holder", exchange::coordinator_cache_name);
  run.given_digest = text_field(cache, "given_digest", exchange::coordinator_cache_name);
  run.given_points = integer_field(cache, "given_points", 0, exchange::max_points,
                                   exchange::coordinator_cache_name);
  run.summaries = field(cache, "summaries", exchange::coordinator_cache_name);
  run.reference_digest = text_field(cache, "reference_digest", exchange::coordinator_cache_name);
  run.features = texts_field(cache, "features", exchange::coordinator_cache_name);
  run.number_of_features = integer_field(cache, "number_of_features", 0, exchange::max_features,
                                         exchange::coordinator_cache_name);
  if (!run.features.empty() && std::ssize(run.features) != run.number_of_features) {
    throw MessageError(std::string(exchange::coordinator_cache_name) + ": features is damaged");
  }
  run.landmarks = field(cache, "landmarks", exchange::coordinator_cache_name);
  check_kept_summaries(run);
  // There may be too few summaries for a common map.
  const int least_points = run.reference_digest.empty() || run.is_on_summaries() ? 0 : 1;
  run.reference_points = integer_field(cache, "reference_points", least_points,
                                       exchange::max_points, exchange::coordinator_cache_name);
  run.found_landmarks = flag_field(cache, "found_landmarks", exchange::coordinator_cache_name);
  run.attempts = static_cast<int>(
      integer_field(cache, "attempts", 0, max_rounds, exchange::coordinator_cache_name));
  run.embed_round = static_cast<int>(
      integer_field(cache, "embed_round", 0, max_rounds, exchange::coordinator_cache_name));
  run.method = field(cache, "method", exchange::coordinator_cache_name);
  const bool begun = run.moment.phase != phase::landmarks && run.moment.phase != phase::reference;
  if (begun ? !run.method.is_object() : !run.method.is_null()) {
    throw MessageError("the remote's cache: method is damaged");
  }
  run.evolution = run::kept_snapshots(cache, exchange::coordinator_cache_name);
  run.report = field(cache, "report", exchange::coordinator_cache_name);
  return run;
}

std::unique_ptr<methods::CoordinatorMethod> make_coordinator_method(const RemoteRun& run,
                                                                    const Step& step) {
  const methods::Parameters& parameters = run.parameters;
  const auto read_points = [&run, &step] {
    const run::RunReference reference = read_reference(run, step);
    return preprocessed(reference, preprocessing_of(reference, run.parameters));
  };
  methods::CoordinatorProblem problem{parameters, run.sites, run.reference_points, read_points,
                                      make_disk_cache(run, step)};
  if (run.is_on_summaries() && methods::find_method(parameters.method).maps_summaries()) {
    problem.summaries_map = read_reference(run, step).summaries.value().coordinates;
  }
  return methods::find_method(parameters.method).coordinator(std::move(problem), run.method);
}

methods::DiskCache make_disk_cache(const RemoteRun& run, const Step& step) {
  const Json key = {run.reference_digest, to_json(run.parameters), run.sites, step.node};
  return {step.folders.scratch, sha256(key.dump())};
}

bool draws_reference(const RemoteRun& run) { return run::is_private_reference(run.parameters); }

fs::path reference_copy(const RemoteRun& run, const Step& step) {
  const char* name = run.found_landmarks     ? run::landmarks_file
                     : run.is_on_summaries() ? run::summaries_file
                                             : run::given_reference_file;
  return step.folders.own / name;
}

run::RunReference read_reference(const RemoteRun& run, const Step& step) {
  return run::parse_run_reference(read_file(reference_copy(run, step), "the reference"));
}

}  // namespace dsne::remote
