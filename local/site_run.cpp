#include "local/site_run.h"

#include <boost/filesystem/operations.hpp>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "exchange/masked_fields.h"
#include "exchange/state_names.h"
#include "local/site_tables.h"
#include "run/reference/private_reference.h"
#include "run/subjects.h"

namespace dsne::local {
namespace {

/// Returns the seed of a random start, from the owner's seed and the site's name.
std::uint64_t site_seed(int seed, const std::string& site) {
  return std::stoull(sha256(std::to_string(seed) + ' ' + site).substr(0, 16), nullptr, 16);
}

}  // namespace

Json SiteRun::to_json() const {
  return {{"phase", moment.phase},
          {"round", moment.round},
          {"input", input},
          {"points", points},
          {"data_digest", data_digest},
          {"own_digest", own_digest},
          {"gave_reference", gave_reference},
          {"summary_digest", summary_digest},
          {"reference_digest", reference_digest},
          {"reference_points", reference_points},
          {"landmarks", landmarks},
          {"found_landmarks", found_landmarks},
          {"ledger", {{"entries", ledger.entries}, {"digest", ledger.digest}}},
          {"method", method},
          {"evolution", evolution},
          {"sums", sums ? sums->state() : Json()}};
}

SiteRun SiteRun::from_cache(const Step& step) {
  const Json& cache = step.cache;
  SiteRun run;
  run.moment = moment_of(cache, exchange::cache_name);
  run.input = field(cache, "input", exchange::cache_name);
  if (!run.input.is_object()) throw MessageError("the site's cache: input is damaged");
  run.points = integer_field(cache, "points", 0, exchange::max_points, exchange::cache_name);
  run.data_digest = text_field(cache, "data_digest", exchange::cache_name);
  run.own_digest = text_field(cache, "own_digest", exchange::cache_name);
  run.gave_reference = flag_field(cache, "gave_reference", exchange::cache_name);
  run.summary_digest = text_field(cache, "summary_digest", exchange::cache_name);
  run.reference_digest = text_field(cache, "reference_digest", exchange::cache_name);
  run.reference_points =
      integer_field(cache, "reference_points", 0, exchange::max_points, exchange::cache_name);
  run.landmarks = field(cache, "landmarks", exchange::cache_name);
  run.found_landmarks = flag_field(cache, "found_landmarks", exchange::cache_name);
  const Json& ledger = field(cache, "ledger", exchange::cache_name);
  run.ledger = {static_cast<std::size_t>(integer_field(ledger, "entries", 0, std::int64_t{1} << 53U,
                                                       exchange::cache_name)),
                text_field(ledger, "digest", exchange::cache_name)};
  run.method = field(cache, "method", exchange::cache_name);
  const bool begun = run.moment.phase != phase::registration &&
                     run.moment.phase != phase::landmarks && run.moment.phase != phase::reference;
  if (begun ? !run.method.is_object() : !run.method.is_null()) {
    throw MessageError("the site's cache: method is damaged");
  }
  run.evolution = run::kept_snapshots(cache, exchange::cache_name);
  run.sums.emplace(field(cache, "sums", exchange::cache_name), step.node);
  run.inputs = run::parse_site_inputs(run.input, step.folders);
  return run;
}

bool is_map_of_summaries(const SiteRun& run, SiteTables& tables) {
  return !run.reference_digest.empty() &&
         run::is_map_of_summaries(tables.reference(), run.inputs.parameters);
}

fs::path image_reference_folder() {
  return fs::read_symlink("/proc/self/exe").parent_path() / "reference";
}

methods::DiskCache make_disk_cache(const SiteRun& run, const Step& step) {
  const Json parameters = to_json(run.inputs.parameters);
  const Json key = {run.data_digest, run.reference_digest, run.points, run.reference_points,
                    run.input,       parameters,           step.node};
  return {step.folders.scratch, sha256(key.dump())};
}

fs::path release_log(const Step& step) { return step.folders.own / "release_log.jsonl"; }

std::string run_name(const Step& step) { return step.folders.own.filename().string(); }

std::optional<privacy::ReleaseLedger> make_ledger(const SiteRun& run, const Step& step) {
  const methods::Parameters& parameters = run.inputs.parameters;
  const run::SiteSettings& settings = run.inputs.settings;
  if (!run::spends_budget(parameters)) return std::nullopt;
  const fs::path beside_runs = step.folders.own.parent_path();
  const privacy::LedgerPlace place{
      settings.ledger_folder.empty() ? beside_runs : settings.ledger_folder, release_log(step),
      run_name(step)};
  return privacy::ReleaseLedger(place, run.ledger, parameters.dp_delta, *settings.epsilon_budget);
}

std::function<void(const privacy::PrivateRelease&)> make_spend(SiteRun& run, const Step& step) {
  return [ledger = make_ledger(run, step), &run](const privacy::PrivateRelease& release) mutable {
    ledger.value().spend(run.moment, release);
    run.ledger = ledger->mark();
  };
}

std::unique_ptr<methods::SiteMethod> make_site_method(SiteRun& run, const Step& step,
                                                      SiteTables& tables) {
  const methods::Parameters& parameters = run.inputs.parameters;
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
                               is_map_of_summaries(run, tables)};
  return methods::find_method(parameters.method).site(std::move(problem), run.method);
}

void add_answer(Json& message, const exchange::SiteAnswer& answer, const SiteRun& run) {
  message.update(answer.fields);
  if (!answer.sums.empty()) message[exchange::masked_field] = run.sums->mask(answer.sums);
}

std::string reference_text(const std::string& digest, const Step& step) {
  auto text = run::find_reference(digest, step);
  if (!text) throw InputError("the reference in the output folder is missing or damaged");
  return *std::move(text);
}

}  // namespace dsne::local
