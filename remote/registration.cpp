#include <algorithm>
#include <iterator>
#include <map>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "core/faults.h"
#include "core/phrases.h"
#include "exchange/site_sums.h"
#include "exchange/state_names.h"
#include "remote/measures.h"
#include "remote/phases.h"
#include "sentences/summaries_note.h"

namespace dsne::remote {
namespace {

using Lines = std::vector<std::string>;

/// A site's reference.
struct HeldReference {
  std::string sha256;
  bool given = false;  ///< by the site's user; otherwise it is the image's
  Eigen::Index points = 0;
};

/// A site's registration, or the faults of its files.
struct Registration {
  std::string site;
  std::string name;  ///< the name to show; "" for its id
  Json parameters;
  std::vector<std::string> errors;  ///< its faults, one line each; all else is then empty
  bool brings_reference = false;    ///< with faults: whether its inputs name a reference
  exchange::SiteKeys keys;
  run::SiteTable table;
  std::optional<HeldReference> reference;

  bool is_faulty() const { return !errors.empty(); }
};

using Registrations = std::vector<Registration>;

HeldReference parse_reference(const Json& message, const std::string& what) {
  HeldReference reference;
  reference.sha256 = text_field(message, "sha256", what);
  if (!is_sha256(reference.sha256)) throw MessageError(what + ": sha256 is not a digest");
  const std::string source = text_field(message, "source", what);
  if (source != "input" && source != "image") {
    throw MessageError(what + ": source must be input or image");
  }
  reference.given = source == "input";
  reference.points = integer_field(message, "points", 1, exchange::max_points, what);
  integer_field(message, "features", 1, exchange::max_features, what);
  return reference;
}

Lines parse_errors(const Json& message, const std::string& what) {
  Lines errors = texts_field(message, "errors", what);
  const bool good =
      !errors.empty() && errors.size() <= exchange::most_faults &&
      std::ranges::all_of(errors, [](const std::string& line) {
        return !line.empty() && line.size() <= exchange::longest_fault && line == one_line(line);
      });
  if (!good) throw MessageError(what + ": errors is no list of lines");
  return errors;
}

Registration parse_registration(const std::string& site, const Json& message) {
  const std::string what = exchange::message_name(site);
  if (moment_of(message, what) != Moment{phase::registration, 0}) {
    throw MessageError(what + " is not a registration");
  }
  Registration registration;
  registration.site = site;
  registration.parameters = field(message, "parameters", what);
  if (!registration.parameters.is_object()) {
    throw MessageError(what + ": parameters must be an object");
  }
  if (message.contains("site_name")) {
    registration.name = text_field(message, "site_name", what);
    if (!run::is_site_name(registration.name)) {
      throw MessageError(what + ": site_name is not a site's name");
    }
  }
  if (message.contains("errors")) {
    registration.errors = parse_errors(message, what);
    registration.brings_reference = flag_field(message, "brings_reference", what);
    return registration;
  }
  registration.keys = exchange::parse_site_keys(field(message, "keys", what), what);
  registration.table = run::parse_site_table(field(message, "table", what), what);
  if (message.contains("reference")) {
    registration.reference = parse_reference(message["reference"], what);
  }
  return registration;
}

/// Reads what the sites answered in their first step; null of a site that did not.
/// @throws MessageError when there is none, or one is no registration
Registrations parse_registrations(const Json& messages) {
  Registrations registrations;
  for (const auto& [site, message] : messages.items()) {
    if (site == "reference") throw MessageError("a site must not have the name reference");
    if (message.is_null()) continue;
    registrations.push_back(parse_registration(site, message));
  }
  if (registrations.empty()) throw MessageError("no site has registered");
  return registrations;
}

void check_parameters(const Registration& a, const Registration& b) {
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
const Registration* choose_holder(const Registrations& registrations) {
  const Registration* holder = nullptr;
  for (const Registration& site : registrations) {
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

void take_holder(const Registration& holder, RemoteRun& run) {
  if (holder.reference->points < 4) {
    throw InputError("the reference of site " + holder.site + " must have at least 4 points");
  }
  run.reference_holder = holder.site;
  run.given_digest = holder.reference->sha256;
  run.given_points = holder.reference->points;
}

/// Leaving out the site that brings the reference would make it a different run.
void check_left_out(const Registrations& registrations) {
  for (const Registration& site : registrations) {
    if (!site.is_faulty() || !site.brings_reference) continue;
    throw InputError(
        "site " + site.site +
        " brings the run's reference, so the run cannot go on without it: " + site.errors.front());
  }
}

/// Fails when nobody brings a reference or anything that could make one.
[[noreturn]] void refuse_without_reference(const methods::Parameters& parameters) {
  if (methods::takes_summaries(parameters)) throw InputError(sentences::no_summaries);
  throw InputError("no site gives reference_data, and the image has none");
}

/// Chooses the reference: given points are part of a map of summaries; otherwise they come first.
void choose_reference(const Registrations& registrations, const Registrations& all,
                      const Json& messages, RemoteRun& run) {
  const bool summaries_alone = run.parameters.reference == methods::ReferenceChoice::summaries;
  const Registration* holder = summaries_alone ? nullptr : choose_holder(registrations);
  if (holder != nullptr) take_holder(*holder, run);
  if (holder == nullptr && !summaries_alone) check_left_out(all);
  const bool maps = methods::maps_summaries(run.parameters);
  if (holder == nullptr || maps) {
    choose_summaries(messages.get<std::map<std::string, Json>>(), run);
  }
  if (holder == nullptr && !run.is_on_summaries()) refuse_without_reference(run.parameters);
}

/// The sites that take part, those that are left out for their faults, and those that are lost.
void take_sites(const Registrations& registrations, const Lines& unregistered, RemoteRun& run) {
  run::SiteNames given;
  for (const Registration& site : registrations) given[site.site] = site.name;
  for (const std::string& site : unregistered) given[site] = "";
  const run::SiteNames names = run::distinct_names(given);
  for (const std::string& site : unregistered) run.lost_sites[site] = names.at(site);
  for (const Registration& site : registrations) {
    if (site.is_faulty()) {
      run.left_out_sites[site.site] = names.at(site.site);
      continue;
    }
    run.sites[site.site] = 0;
    run.names[site.site] = names.at(site.site);
    run.keys[site.site] = to_json(site.keys);
    run.tables[site.site] = site.table;
  }
}

/// Returns the faults between sites that have none of their own.
Lines faults_together(const Registrations& registrations, const Json& messages, RemoteRun& run) {
  Registrations healthy;
  std::copy_if(registrations.begin(), registrations.end(), std::back_inserter(healthy),
               [](const Registration& site) { return !site.is_faulty(); });
  Faults faults;
  faults.add(run::table_faults(run.tables));
  if (methods::needs_reference(run.parameters)) {
    faults.check([&] { choose_reference(healthy, registrations, messages, run); });
  }
  if (faults.empty()) faults.add(choose_measures(run));
  return faults.lines();
}

/// Collects all faults, of the sites and between them.
void check_run(const Registrations& registrations, const Json& messages, RemoteRun& run) {
  Faults faults;
  const bool agreed = faults.check([&] {
    for (const Registration& other : registrations) check_parameters(registrations.front(), other);
  });
  if (agreed) run.parameters = methods::parse_parameters(registrations.front().parameters);
  const Lines unregistered = unregistered_sites(messages);
  take_sites(registrations, unregistered, run);
  Lines of_sites;
  for (const Registration& site : registrations) {
    for (const std::string& line : site.errors)
      of_sites.push_back("site " + site.site + ": " + line);
  }
  const bool goes_on =
      agreed && !run.sites.empty() &&
      (of_sites.empty() || run.parameters.faulty_sites == methods::FaultySites::leave_out);
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
