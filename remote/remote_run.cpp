#include "remote/remote_run.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/preprocessing.h"
#include "federated/site_keys.h"
#include "federated/state_names.h"

namespace dsne::remote {
namespace {

constexpr std::int64_t max_rounds = 1000000000;

/// The sites' keys are kept as they registered them, of every site.
void check_keys(const RemoteRun& run) {
  const auto kept = federated::parse_roster(run.keys, federated::coordinator_cache_name).sites;
  const bool same = std::equal(kept.begin(), kept.end(), run.sites.begin(), run.sites.end(),
                               [](const auto& a, const auto& b) { return a.first == b.first; });
  if (!same || !run.signatures.is_object()) {
    throw MessageError(std::string(federated::coordinator_cache_name) + ": keys is damaged");
  }
}

}  // namespace

Json RemoteRun::to_json() const {
  return {{"phase", moment.phase},
          {"round", moment.round},
          {"sites", sites},
          {"parameters", parameters},
          {"keys", keys},
          {"signatures", signatures},
          {"reference_holder", reference_holder},
          {"reference_digest", reference_digest},
          {"reference_points", reference_points},
          {"attempts", attempts},
          {"embed_round", embed_round},
          {"method", method},
          {"evolution", evolution},
          {"report", report}};
}

RemoteRun RemoteRun::from_cache(const Json& cache) {
  RemoteRun run;
  run.moment = moment_of(cache, federated::coordinator_cache_name);
  const Json& sites = field(cache, "sites", federated::coordinator_cache_name);
  for (const auto& item : sites.items()) {
    run.sites[item.key()] = integer_field(sites, item.key(), 0, federated::max_points,
                                          federated::coordinator_cache_name);
  }
  run.parameters = field(cache, "parameters", federated::coordinator_cache_name);
  if (dsne::federated::to_json(federated::parse_parameters(run.parameters)) != run.parameters) {
    throw MessageError("the remote's cache: parameters is damaged");
  }
  run.keys = field(cache, "keys", federated::coordinator_cache_name);
  run.signatures = field(cache, "signatures", federated::coordinator_cache_name);
  check_keys(run);
  run.reference_holder = text_field(cache, "reference_holder", federated::coordinator_cache_name);
  run.reference_digest = text_field(cache, "reference_digest", federated::coordinator_cache_name);
  run.reference_points = integer_field(cache, "reference_points", 1, federated::max_points,
                                       federated::coordinator_cache_name);
  run.attempts = static_cast<int>(
      integer_field(cache, "attempts", 0, max_rounds, federated::coordinator_cache_name));
  run.embed_round = static_cast<int>(
      integer_field(cache, "embed_round", 0, max_rounds, federated::coordinator_cache_name));
  run.method = field(cache, "method", federated::coordinator_cache_name);
  const bool begun = run.moment.phase != phase::reference;
  if (begun ? !run.method.is_object() : !run.method.is_null()) {
    throw MessageError("the remote's cache: method is damaged");
  }
  run.evolution = federated::kept_snapshots(cache, federated::coordinator_cache_name);
  run.report = field(cache, "report", federated::coordinator_cache_name);
  return run;
}

std::unique_ptr<federated::CoordinatorMethod> make_coordinator_method(const RemoteRun& run,
                                                                      const coinstac::Step& step) {
  const federated::Parameters parameters = federated::parse_parameters(run.parameters);
  const auto read_reference = [parameters, file = reference_copy(step)] {
    const Matrix values = data::parse_reference_csv(read_file(file, "the reference")).values;
    return federated::apply(federated::fit_preprocessing(values, parameters), values);
  };
  federated::CoordinatorProblem problem{parameters, run.sites, run.reference_points, read_reference,
                                        make_disk_cache(run, step)};
  return federated::find_method(parameters.method).coordinator(std::move(problem), run.method);
}

federated::DiskCache make_disk_cache(const RemoteRun& run, const coinstac::Step& step) {
  const Json key = {run.reference_digest, run.parameters, run.sites, step.client_id};
  return {step.directories.cache, sha256(key.dump())};
}

fs::path reference_copy(const coinstac::Step& step) {
  return step.directories.output / "reference.csv";
}

}  // namespace dsne::remote
