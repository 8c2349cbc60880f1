#include "remote/remote_run.h"

#include <algorithm>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/state.h"
#include "exchange/site_answers.h"
#include "run/preprocessing.h"

namespace dsne::remote {

void check_site_id(const std::string& id) {
  if (is_plain_name(id)) return;
  throw MessageError("a site's id must be 1 to 255 bytes without slashes and control characters");
}

bool RemoteRun::has_names() const {
  return std::ranges::any_of(names, [](const auto& site) { return site.first != site.second; });
}

const std::string& RemoteRun::shown_name(const std::string& site) const {
  const auto name = names.find(site);
  return name != names.end() ? name->second : lost_sites.at(site);
}

Json RemoteRun::to_cache() const {
  Json cache = state_of(*this);
  cache["parameters"] = methods::to_json(plan.parameters);
  return cache;
}

RemoteRun RemoteRun::from_cache(const Json& cache) {
  RemoteRun run;
  restore(cache, run);
  run.plan = run::RunPlan(
      methods::parse_parameters(field(cache, "parameters", exchange::coordinator_cache_name)));
  const auto check_ids = [](const auto& by_site) {
    for (const auto& [site, value] : by_site) check_site_id(site);
  };
  check_ids(run.sites);
  for (const run::SiteNames& names : {run.names, run.left_out_sites, run.lost_sites}) {
    check_ids(names);
  }
  if (!run.reference_holder.empty()) check_site_id(run.reference_holder);
  return run;
}

std::unique_ptr<methods::CoordinatorMethod> make_coordinator_method(const RemoteRun& run,
                                                                    const Step& step) {
  methods::CoordinatorProblem problem{run.plan.parameters, run.sites, run.reference_points,
                                      [&run, &step] { return read_points(run, step); },
                                      make_disk_cache(run, step)};
  if (run.is_on_summaries() && run.plan.maps_summaries) {
    problem.summaries_map = read_reference(run, step).summaries.value().coordinates;
  }
  return run.plan.method->coordinator(std::move(problem), run.method);
}

methods::DiskCache make_disk_cache(const RemoteRun& run, const Step& step) {
  const Json key = {run.reference_digest, to_json(run.plan.parameters), run.sites, step.node};
  return {step.folders.scratch, sha256(key.dump())};
}

fs::path reference_copy(const RemoteRun& run, const Step& step) {
  const char* name = run.found_landmarks     ? run::landmarks_file
                     : run.is_on_summaries() ? run::summaries_file
                                             : run::given_reference_file;
  return step.folders.own / name;
}

std::string kept_reference(const fs::path& file, const std::string& digest) {
  auto text = read_checked(file, digest, "the reference");
  if (!text) throw StorageError("the reference in the output folder is missing or damaged");
  return *std::move(text);
}

run::RunReference read_reference(const RemoteRun& run, const Step& step) {
  return run::parse_run_reference(kept_reference(reference_copy(run, step), run.reference_digest),
                                  run.plan);
}

Matrix read_points(const RemoteRun& run, const Step& step) {
  const run::RunReference reference = read_reference(run, step);
  return preprocessed(reference, run::fit_preprocessing(reference.points, run.plan.parameters));
}

}  // namespace dsne::remote
