// Readers of JSON, which is mutated as JSON. A function is a target, run under its name.

#include "core/state.h"
#include "fuzz/fuzz.h"
#include "fuzz/recorded_call.h"
#include "local/site_run.h"
#include "methods/parameters.h"
#include "remote/remote_run.h"
#include "report/joint_embedding.h"
#include "run/kept_subjects.h"
#include "run/reference/run_reference.h"
#include "run/site_inputs.h"
#include "run/subjects.h"

namespace fuzz {
namespace {

using dsne::Json;

/// The joint map, as the coordinator tells it to the sites.
void joint_embedding(std::string_view bytes) {
  const Json json = Json::parse(bytes, nullptr, false);
  for (const int dimensions : {2, 3}) {
    attempt([&] {
      const auto parts = dsne::report::parse_embedding(json, dimensions, "the remote's message");
      const auto again =
          dsne::report::parse_embedding(to_json(parts), dimensions, "the remote's message");
      require(to_json(again) == to_json(parts));
      require(dsne::report::joined(parts).coordinates.allFinite());
    });
  }
}

/// A run's reference as it travels and as a node keeps it: a map of summaries, or landmarks.
void run_reference(std::string_view bytes) {
  const std::string text(bytes);
  const dsne::run::RunPlan plan;
  const auto reference = dsne::run::parse_run_reference(text, plan);
  require(reference.points.values.allFinite());
  require(reference.summaries.has_value() == dsne::run::is_of_summaries(text));
  if (!reference.landmarks) return;
  const dsne::Matrix& landmarks = *reference.landmarks;
  const std::string before = dsne::run::without_landmarks(text);
  const auto again = dsne::run::parse_run_reference(dsne::run::to_text(before, landmarks), plan);
  require(again.landmarks == landmarks && again.points.values == reference.points.values);
}

/// A site's first input, with the owner's parameters in it, and its file of settings.
void site_inputs(std::string_view bytes) {
  const Json given = Json::parse(bytes, nullptr, false);
  const dsne::Folders folders{scratch(), scratch(), scratch(), {scratch()}};
  write("settings.json", bytes);
  attempt([&] {
    const Json read = dsne::run::with_settings_read(
        {{"site_data", "a.csv"}, {"site_settings", "settings.json"}}, folders.inputs);
    dsne::run::parse_site_inputs(read, folders);
  });
  if (!given.is_object()) return;
  attempt([&] {
    const dsne::methods::Parameters parameters = dsne::methods::parse_parameters(given);
    require(to_json(dsne::methods::parse_parameters(to_json(parameters))) == to_json(parameters));
  });
  attempt([&] { dsne::run::parse_site_inputs(given, folders); });
  attempt([&] {
    const Json read = dsne::run::with_settings_read(given, folders.inputs);
    dsne::run::parse_site_inputs(read, folders);
  });
}

/// The site has kept the subjects.
void keep_subjects(dsne::Step& step) {
  const Json& cache = step.cache;
  if (!cache.contains("data_digest") || cache["data_digest"] != "@subjects") return;
  const auto inputs =
      dsne::run::parse_site_inputs(dsne::field(cache, "input", "the cache"), step.folders);
  const dsne::run::KeptSubjects subjects{
      dsne::run::read_subjects(inputs, step.folders.inputs), {}, {}};
  replace_text(step.cache, "@subjects", keep_subjects(subjects, step.folders.own));
}

/// Recorded calls of a site, mutated: the coordinator's message, the site's table, and the
/// reference that another site brought.
void local_step(std::string_view bytes) {
  dsne::Step step = take_call(bytes);
  keep_subjects(step);
  if (!step.cache.empty()) step.cache = dsne::with_digest(step.cache);
  check_result(dsne::local::answer_step(step));
}

/// Recorded calls of the coordinator, mutated: the sites' messages, and the reference that a site
/// brought.
void remote_step(std::string_view bytes) {
  dsne::Step step = take_call(bytes);
  if (!step.cache.empty()) step.cache = dsne::with_digest(step.cache);
  check_result(dsne::remote::answer_step(step));
}

}  // namespace

const std::map<std::string_view, Target>& targets() {
  static const std::map<std::string_view, Target> all = {{"joint_embedding", joint_embedding},
                                                         {"local_step", local_step},
                                                         {"remote_step", remote_step},
                                                         {"run_reference", run_reference},
                                                         {"site_inputs", site_inputs}};
  return all;
}

}  // namespace fuzz
