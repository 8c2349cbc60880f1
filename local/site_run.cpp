#include "local/site_run.h"

#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "local/site_tables.h"
#include "run/reference/site_reference.h"

namespace dsne::local {
namespace {

/// Returns the seed of a random start, from the owner's seed and the site's name.
std::uint64_t site_seed(int seed, const std::string& site) {
  return std::stoull(sha256(std::to_string(seed) + ' ' + site).substr(0, 16), nullptr, 16);
}

/// Returns the key of a simulation's noise: anyone with the seed can subtract it.
Bytes32 simulation_key(const methods::Parameters& parameters, const std::string& site,
                       const std::string& what) {
  return hash_of({"dsne simulation", std::to_string(parameters.simulation_seed), site, what});
}

/// Returns a function that charges a release to the site's budget and gives its noise. It updates
/// the `ledger` of `run`, which must outlive it, like `step`.
/// @throws as ReleaseLedger::spend
privacy::Spend make_spend(SiteRun& run, const Step& step) {
  return [ledger = make_ledger(run, step), &run,
          &step](const privacy::PrivateRelease& release) mutable {
    const Bytes32 key = run.sums->secret_key(release.what);
    const Bytes32 own = run.sums->keys().run;
    ledger.value().spend(run.moment, release,
                         {to_hex(hash_of({"dsne release", view_of(own), release.what})),
                          to_hex(hash_of({"dsne draw", view_of(key)}))});
    run.ledger = ledger->mark();
    return privacy::KeyedSource(
        release.simulated ? simulation_key(run.plan().parameters, step.node, release.what) : key);
  };
}

}  // namespace

Json SiteRun::to_cache() const {
  Json cache = state_of(*this);
  cache["sums"] = sums ? sums->state() : Json();
  return cache;
}

SiteRun SiteRun::from_cache(const Step& step) {
  SiteRun run;
  restore(step.cache, run);
  restore_member(step.cache, "sums", [&](const Json& kept) { run.sums.emplace(kept, step.node); });
  run.inputs = run::parse_site_inputs(run.input, step.folders);
  return run;
}

methods::DiskCache make_disk_cache(const SiteRun& run, const Step& step) {
  const Json parameters = to_json(run.plan().parameters);
  const Json key = {run.data_digest, run.reference_digest, run.points, run.reference_points,
                    run.input,       parameters,           step.node};
  return {step.folders.scratch, sha256(key.dump())};
}

fs::path release_log(const Step& step) { return step.folders.own / "release_log.jsonl"; }

std::string run_name(const Step& step) { return step.folders.own.filename().string(); }

std::optional<privacy::ReleaseLedger> make_ledger(const SiteRun& run, const Step& step) {
  const run::SiteSettings& settings = run.inputs.settings;
  if (!run.plan().guarantee) return std::nullopt;
  const fs::path beside_runs = step.folders.own.parent_path();
  const privacy::LedgerPlace place{
      settings.ledger_folder.empty() ? beside_runs : settings.ledger_folder, release_log(step),
      run_name(step)};
  return privacy::ReleaseLedger(place, run.ledger, run.plan().parameters.dp_delta,
                                *settings.epsilon_budget);
}

std::unique_ptr<methods::SiteMethod> make_site_method(SiteRun& run, const Step& step,
                                                      SiteTables& tables) {
  const methods::Parameters& parameters = run.plan().parameters;
  methods::SiteProblem problem{parameters,
                               run.points,
                               run.reference_points,
                               site_seed(parameters.seed, step.node),
                               &tables,
                               make_disk_cache(run, step),
                               make_spend(run, step),
                               run.inputs.settings.share_places,
                               run.sums->sites(),
                               step.node,
                               run.sums->reading_key(),
                               tables.is_map_of_summaries()};
  return run.plan().method->site(std::move(problem), run.method);
}

void add_answer(Json& message, const exchange::SiteAnswer& answer, SiteRun& run) {
  message.update(answer.fields);
  if (!answer.sums.empty()) message[exchange::masked_field] = run.sums->mask(answer.sums);
}

std::string reference_text(const std::string& digest, const Step& step) {
  auto text = run::find_reference(digest, step);
  if (!text) throw InputError("the reference in the output folder is missing or damaged");
  return *std::move(text);
}

}  // namespace dsne::local
