#include "run/registration.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"

namespace dsne::remote {
namespace {

using Lines = std::vector<std::string>;

/// A site and its registration.
struct Registered : run::Registration {
  std::string site;
};

using Registrations = std::vector<Registered>;

/// Reads what the sites answered in their first step; null of a site that did not.
/// @throws MessageError when there is none, or one is no registration
Registrations parse_registrations(const Json& messages) {
  Registrations registrations;
  for (const auto& [site, message] : messages.items()) {
    check_site_id(site);
    if (site == "reference") throw MessageError("a site must not have the name reference");
    if (message.is_null()) continue;
    const std::string what = exchange::message_name(site);
    if (moment_of(message, what) != Moment{phase::registration, 0}) {
      throw MessageError(what + " is not a registration");
    }
    registrations.push_back({run::parse_registration(message, what), site});
  }
  if (registrations.empty()) throw MessageError("no site has registered");
  return registrations;
}

void check_parameters(const Registered& a, const Registered& b) {
  for (const auto& [name, value] : a.parameters.items()) {
    if (!b.parameters.contains(name) || b.parameters[name] != value) {
      throw InputError("sites " + a.site + " and " + b.site + " were given different values of " +
                       name);
    }
  }
  if (a.parameters.size() != b.parameters.size()) {
    throw InputError("sites " + a.site + " and " + b.site + " were given different parameters");
  }
}

/// Chooses the site whose reference the run uses: a given one before the image's.
/// @return null when there is none
const Registered* choose_holder(const Registrations& registrations) {
  const Registered* holder = nullptr;
  for (const Registered& site : registrations) {
    if (!site.reference) continue;
    if (holder == nullptr || (site.reference->given && !holder->reference->given)) {
      holder = &site;
    } else if (site.reference->given == holder->reference->given &&
               site.reference->sha256 != holder->reference->sha256) {
      throw InputError("sites " + holder->site + " and " + site.site +
                       " hold different reference data");
    }
  }
  return holder;
}

void take_holder(const Registered& holder, RemoteRun& run) {
  if (holder.reference->points < 4) {
    throw InputError("the reference of site " + holder.site + " must have at least 4 points");
  }
  run.reference_holder = holder.site;
  run.given_digest = holder.reference->sha256;
  run.given_points = holder.reference->points;
}

/// Leaving out the site that brings the reference would make it a different run.
void check_left_out(const Registrations& registrations) {
  for (const Registered& site : registrations) {
    if (!site.is_faulty() || !*site.brings_reference) continue;
    throw InputError(
        "site " + site.site +
        " brings the run's reference, so the run cannot go on without it: " + site.errors.front());
  }
}

constexpr const char* no_summaries =
    "no site brings a summary (or reference_data): each site makes its summary once, with: dsne "
    "summarize DATA --output FOLDER, and gives the file as its input summary";

/// Fails when nobody brings a reference or anything that could make one.
[[noreturn]] void refuse_without_reference(const run::RunPlan& plan) {
  if (plan.takes_summaries) throw InputError(no_summaries);
  throw InputError("no site gives reference_data, and the image has none");
}

/// Chooses the reference: given points are part of a map of summaries; otherwise they come first.
void choose_reference(const Registrations& registrations, const Registrations& all,
                      const Json& messages, RemoteRun& run) {
  const Registered* holder = run.plan.takes_points ? choose_holder(registrations) : nullptr;
  if (holder != nullptr) take_holder(*holder, run);
  if (holder == nullptr && run.plan.takes_points) check_left_out(all);
  const bool maps = run.plan.maps_summaries;
  if (holder == nullptr || maps) {
    choose_summaries(messages.get<std::map<std::string, Json>>(), run);
  }
  if (holder == nullptr && !run.is_on_summaries()) refuse_without_reference(run.plan);
}

/// The sites that take part, those that are left out for their faults, and those that are lost.
void take_sites(const Registrations& registrations, const Lines& unregistered, RemoteRun& run) {
  run::SiteNames given;
  for (const Registered& site : registrations) given[site.site] = site.site_name.value_or("");
  for (const std::string& site : unregistered) given[site] = "";
  const run::SiteNames names = run::distinct_names(given);
  for (const std::string& site : unregistered) run.lost_sites[site] = names.at(site);
  for (const Registered& site : registrations) {
    if (site.is_faulty()) {
      run.left_out_sites[site.site] = names.at(site.site);
      continue;
    }
    run.sites[site.site] = 0;
    run.names[site.site] = names.at(site.site);
    run.keys[site.site] = to_message(*site.keys);
    run.tables[site.site] = *site.table;
  }
}

/// Returns the faults between sites that have none of their own.
Lines faults_together(const Registrations& registrations, const Json& messages, RemoteRun& run) {
  Registrations healthy;
  std::copy_if(registrations.begin(), registrations.end(), std::back_inserter(healthy),
               [](const Registered& site) { return !site.is_faulty(); });
  Faults faults;
  faults.add(run::table_faults(run.tables));
  if (run.plan.needs_reference) {
    faults.check([&] { choose_reference(healthy, registrations, messages, run); });
  }
  if (faults.empty()) faults.add(choose_measures(run));
  return faults.lines();
}

/// Collects all faults, of the sites and between them.
void check_run(const Registrations& registrations, const Json& messages, RemoteRun& run) {
  Faults faults;
  const bool agreed = faults.check([&] {
    for (const Registered& other : registrations) check_parameters(registrations.front(), other);
  });
  if (agreed) run.plan = run::RunPlan(methods::parse_parameters(registrations.front().parameters));
  const Lines unregistered = unregistered_sites(messages);
  take_sites(registrations, unregistered, run);
  Lines of_sites;
  for (const Registered& site : registrations) {
    for (const std::string& line : site.errors)
      of_sites.push_back("site " + site.site + ": " + line);
  }
  const bool goes_on =
      agreed && !run.sites.empty() &&
      (of_sites.empty() || run.plan.parameters.faulty_sites == methods::FaultySites::leave_out);
  // Without the faulty sites, the others may miss what these would have brought.
  const Lines together =
      goes_on ? faults_together(registrations, messages, run) : run::table_faults(run.tables);
  if (!goes_on) faults.add(of_sites);
  if (goes_on) check_registered_sites(unregistered, run);
  faults.add(together);
  if (!faults.empty()) throw InputError(faults_text(faults.lines()));
}

}  // namespace

Output begin_run(const Step& step, RemoteRun& run) {
  run.keys = run.signatures = Json::object();
  check_run(parse_registrations(step.input), step.input, run);
  run.attempts = 1;
  run.moment = {phase::reference, 1};
  Json message = message_at(run.moment);
  message["keys"] = run.keys;
  if (!run.reference_holder.empty()) message["sender"] = run.reference_holder;
  if (run.is_on_summaries()) message["summaries"] = true;
  return {message};
}

}  // namespace dsne::remote
