#include "local/site_run.h"

#include <boost/filesystem/operations.hpp>
#include <utility>

#include "coinstac/digest.h"
#include "coinstac/errors.h"
#include "dsne/preprocessing.h"
#include "dsne/state_names.h"
#include "dsne/subjects.h"

namespace dsne {
namespace {

/// A random start's seed: the owner's seed and the site's name together.
std::uint64_t site_seed(int seed, const std::string& client_id) {
  return std::stoull(sha256(std::to_string(seed) + ' ' + client_id).substr(0, 16), nullptr, 16);
}

Reference read_reference(const SiteRun& run, const SiteInputs& inputs, const Step& step) {
  const Missing missing = parse_parameters(run.input).missing;
  auto reference = find_reference(run.reference_digest, inputs, step.directories, missing,
                                  image_reference_folder());
  if (!reference) throw InputError("the reference in the output folder is missing or damaged");
  return *std::move(reference);
}

Table read_matched_subjects(const SiteRun& run, const Step& step, const Reference& reference) {
  const SiteInputs inputs = parse_site_inputs(run.input, step.directories);
  Table subjects = read_subjects(inputs, step.directories);
  if (subjects_digest(subjects) != run.data_digest) {
    throw InputError("site_data has changed since the run began");
  }
  return match_reference(std::move(subjects), reference, parse_parameters(run.input).missing);
}

SitePoints prepared_points(const SiteRun& run, const Step& step, const Parameters& parameters) {
  const SiteInputs inputs = parse_site_inputs(run.input, step.directories);
  const Reference reference = read_reference(run, inputs, step);
  const Preprocessing preprocessing = fit_preprocessing(reference.values, parameters);
  const Table subjects = read_matched_subjects(run, step, reference);
  return {apply(preprocessing, subjects.values), apply(preprocessing, reference.values)};
}

}  // namespace

Json SiteRun::to_json() const {
  return {{"phase", moment.phase},
          {"round", moment.round},
          {"input", input},
          {"points", points},
          {"data_digest", data_digest},
          {"given_digest", given_digest},
          {"reference_digest", reference_digest},
          {"reference_points", reference_points},
          {"method", method},
          {"evolution", evolution}};
}

SiteRun SiteRun::from_cache(const Json& cache) {
  SiteRun run;
  run.moment = moment_of(cache, cache_name);
  run.input = field(cache, "input", cache_name);
  run.points = integer_field(cache, "points", 1, most_points, cache_name);
  run.data_digest = text_field(cache, "data_digest", cache_name);
  run.given_digest = text_field(cache, "given_digest", cache_name);
  run.reference_digest = text_field(cache, "reference_digest", cache_name);
  run.reference_points = integer_field(cache, "reference_points", 0, most_points, cache_name);
  run.method = field(cache, "method", cache_name);
  const bool begun =
      run.moment.phase != phase::registration && run.moment.phase != phase::reference;
  if (begun ? !run.method.is_object() : !run.method.is_null()) {
    throw MessageError("the site's cache: method is damaged");
  }
  run.evolution = kept_moments(cache, cache_name);
  return run;
}

fs::path image_reference_folder() {
  return fs::read_symlink("/proc/self/exe").parent_path() / "reference";
}

Memo make_memo(const SiteRun& run, const Step& step) {
  const Json parameters = to_json(parse_parameters(run.input));
  return {step.directories.cache, sha256(run.data_digest + run.reference_digest + run.input.dump() +
                                         parameters.dump() + step.client_id)};
}

fs::path release_log(const Step& step) { return step.directories.output / "release_log.jsonl"; }

std::string run_name(const Step& step) { return step.directories.output.filename().string(); }

std::optional<ReleaseLedger> make_ledger(const SiteRun& run, const Step& step) {
  const Parameters parameters = parse_parameters(run.input);
  if (!privacy_plan(parameters)) return std::nullopt;
  const SiteSettings settings = parse_site_inputs(run.input, step.directories).settings;
  return ReleaseLedger(release_log(step), run_name(step), parameters.dp_delta,
                       *settings.epsilon_budget);
}

std::unique_ptr<SiteMethod> make_site_method(const SiteRun& run, const Step& step) {
  const Parameters parameters = parse_parameters(run.input);
  const Memo memo = make_memo(run, step);
  const auto read_points = [&run, &step, parameters, memo] {
    return memo.points([&] { return prepared_points(run, step, parameters); });
  };
  const auto read_held_out = [&run, &step, parameters] {
    const Matrix reference = run_reference(run, step).values;
    return held_out_points(fit_preprocessing(reference, parameters), reference);
  };
  const auto spend = [ledger = make_ledger(run, step),
                      moment = run.moment](const PrivateRelease& release) mutable {
    ledger.value().spend(moment, release);
  };
  SiteProblem problem{parameters,
                      run.points,
                      run.reference_points,
                      site_seed(parameters.seed, step.client_id),
                      read_points,
                      memo,
                      spend,
                      step.client_id,
                      read_held_out};
  return find_method(parameters.method).site(std::move(problem), run.method);
}

Reference run_reference(const SiteRun& run, const Step& step) {
  return read_reference(run, parse_site_inputs(run.input, step.directories), step);
}

Table subjects_on_map(const SiteRun& run, const Step& step) {
  return read_matched_subjects(run, step, run_reference(run, step));
}

}  // namespace dsne
