
#include <algorithm>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "core/phrases.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"
#include "run/reference/run_reference.h"
#include "summary/common_map.h"

namespace dsne::remote {
namespace {

using Sites = std::vector<std::string>;

constexpr std::size_t most_silent_named = 12;

/// "site a did not answer"
std::string silence(const Sites& sites) {
  return (sites.size() == 1 ? "site " : "sites ") + in_words(sites, most_silent_named) +
         " did not answer";
}

Sites silent_sites(const Json& input, const RemoteRun& run) {
  Sites silent;
  for (const auto& [site, points] : run.sites) {
    const auto answer = input.find(site);
    const bool answers = answer != input.end() && !answer->is_null();
    if (is_heard(site, run) && !answers) silent.push_back(site);
  }
  return silent;
}

/// What adds up the sites' masked answers here or in a later phase; the masks of sites that have
/// met cancel out only in the sum of all of them.
std::optional<std::string> what_needs_all(const RemoteRun& run) {
  if (run.moment.phase == phase::collect || run.moment.phase == phase::report) return std::nullopt;
  if (run.plan.masks_rounds) return "method " + run.plan.method->name;
  if (run.plan.moves_landmarks && !run.found_landmarks) return "landmark_method mmd";
  return std::nullopt;
}

void check_enough(const Sites& silent, Eigen::Index left, const RemoteRun& run) {
  const int least = run.plan.parameters.at_least_sites;
  if (least == 0) throw MessageError(silence(silent));
  if (left >= least) return;
  throw MessageError(silence(silent) + ", and with " + counted(left, "site") +
                     " left the run ends: at_least_sites is " + std::to_string(least));
}

/// A run must not become another one because the site that brings its reference is lost.
void check_holder(const std::string& site, const Step& step, const RemoteRun& run) {
  if (site != run.reference_holder || run.moment.phase != phase::reference) return;
  if (read_checked(step.folders.own / run::given_reference_file, run.given_digest,
                   "the reference")) {
    return;
  }
  throw MessageError("site " + site +
                     " brings the run's reference and did not answer, so the run cannot go on "
                     "without it");
}

/// The others refuse a run with a key that its site has an identity for and did not sign.
void check_signed(const std::string& site, const RemoteRun& run) {
  if (!run.keys.at(site).contains("identity") || run.signatures.contains(site)) return;
  throw MessageError("site " + site +
                     " did not answer before it had signed its key, so the others would refuse the "
                     "run");
}

/// Whether what a site brings is part of the run already, so that it is lost to its own report
/// alone.
bool has_given_all(const std::string& site, const RemoteRun& run) {
  if (run.moment.phase == phase::collect || run.moment.phase == phase::report) return true;
  return run.is_on_summaries() && !awaits_summaries(run) && run.summaries.contains(site) &&
         run.plan.maps_summaries;
}

/// The subjects that a site's summary on the map is of.
Eigen::Index summarized_subjects(const std::string& name, const Step& step, const RemoteRun& run) {
  const auto map = read_reference(run, step).summaries;
  for (const summary::NamedSummary& site : map.value().sources.sites) {
    if (site.site == name) return static_cast<Eigen::Index>(site.summary.subjects.sum());
  }
  return 0;
}

void lose(const std::string& site, const Step& step, RemoteRun& run) {
  const std::string name = run.names.at(site);
  run.lost_sites[site] = name;
  if (has_given_all(site, run)) {
    Eigen::Index& points = run.sites.at(site);
    if (points == 0) points = summarized_subjects(name, step, run);
    return;
  }
  run.sites.erase(site);
  run.names.erase(site);
  run.tables.erase(site);
  if (awaits_summaries(run)) run.summaries.erase(site);
}

}  // namespace

bool is_heard(const std::string& site, const RemoteRun& run) {
  return run.sites.contains(site) && !run.lost_sites.contains(site);
}

std::vector<std::string> unregistered_sites(const Json& registrations) {
  Sites sites;
  for (const auto& [site, registration] : registrations.items()) {
    if (registration.is_null()) sites.push_back(site);
  }
  return sites;
}

void check_registered_sites(const std::vector<std::string>& unregistered, const RemoteRun& run) {
  const auto registered = std::ssize(run.sites);
  if (!unregistered.empty()) check_enough(unregistered, registered, run);
  if (registered >= run.plan.parameters.at_least_sites) return;
  throw MessageError(counted(registered, "site takes", "sites take") + " part; at_least_sites is " +
                     std::to_string(run.plan.parameters.at_least_sites));
}

void lose_silent_sites(const Step& step, RemoteRun& run) {
  const Sites silent = silent_sites(step.input, run);
  if (silent.empty()) return;
  const auto heard =
      std::ranges::count_if(run.sites, [&](const auto& site) { return is_heard(site.first, run); });
  check_enough(silent, heard - std::ssize(silent), run);
  if (const auto what = what_needs_all(run)) {
    throw MessageError(silence(silent) + " in phase " + run.moment.phase + ", and " + *what +
                       " adds up masked sums that need every site of the run");
  }
  for (const std::string& site : silent) {
    check_holder(site, step, run);
    check_signed(site, run);
    lose(site, step, run);
  }
  if (!awaits_summaries(run)) return;
  // The measures that the summaries have in common without the lost ones.
  if (run.summaries.empty()) {
    throw MessageError("no site that still answers brings a summary, so the run has no map");
  }
  const Sites faults = choose_measures(run);
  if (!faults.empty()) throw InputError(faults.front());
}

Step with_heard_answers(Step step, const RemoteRun& run) {
  for (const auto* absent : {&run.left_out_sites, &run.lost_sites}) {
    for (const auto& [site, name] : *absent) step.input.erase(site);
  }
  const bool lost_one_that_met = std::ranges::any_of(
      run.lost_sites, [&](const auto& site) { return run.keys.contains(site.first); });
  if (!lost_one_that_met) return step;
  // What the others' masks hide does not come out any more. Here it is how well maps fit.
  for (auto& answer : step.input) {
    if (answer.is_object()) answer.erase(exchange::masked_field);
  }
  return step;
}

}  // namespace dsne::remote
