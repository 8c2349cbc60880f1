#include <algorithm>
#include <map>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "federated/reference/extension.h"
#include "federated/state_names.h"
#include "federated/sums/site_keys.h"
#include "remote/phases.h"
#include "remote/summaries.h"

namespace dsne::remote {
namespace {

constexpr std::int64_t max_features = 1LL << 31;
constexpr Eigen::Index min_reference_points = 4;

/// A reference that a site holds.
struct HeldReference {
  std::string sha256;
  bool given = false;  ///< by the site's user, else it is the image's
  Eigen::Index points = 0;
};

/// What a site registers.
struct Registration {
  std::string site;
  std::string name;  ///< under which it wants to appear; "" for its id
  Json parameters;
  federated::SiteKeys keys;
  std::optional<HeldReference> reference;
};

HeldReference parse_reference(const Json& message, const std::string& what) {
  HeldReference reference;
  reference.sha256 = text_field(message, "sha256", what);
  if (!is_sha256(reference.sha256)) throw MessageError(what + ": sha256 is not a digest");
  const std::string source = text_field(message, "source", what);
  if (source != "input" && source != "image") {
    throw MessageError(what + ": source must be input or image");
  }
  reference.given = source == "input";
  reference.points = integer_field(message, "points", 1, federated::max_points, what);
  integer_field(message, "features", 1, max_features, what);
  return reference;
}

Registration parse_registration(const std::string& site, const Json& message) {
  const std::string what = federated::message_name(site);
  if (moment_of(message, what) != Moment{phase::registration, 0}) {
    throw MessageError(what + " is not a registration");
  }
  Registration registration;
  registration.site = site;
  registration.parameters = field(message, "parameters", what);
  if (!registration.parameters.is_object()) {
    throw MessageError(what + ": parameters must be an object");
  }
  registration.keys = federated::parse_site_keys(field(message, "keys", what), what);
  if (message.contains("site_name")) {
    registration.name = text_field(message, "site_name", what);
    if (!federated::is_site_name(registration.name)) {
      throw MessageError(what + ": site_name is not a site's name");
    }
  }
  if (message.contains("reference")) {
    registration.reference = parse_reference(message["reference"], what);
  }
  return registration;
}

std::vector<Registration> parse_registrations(const Json& messages) {
  if (messages.empty()) throw MessageError("no site has registered");
  std::vector<Registration> registrations;
  for (const auto& [site, message] : messages.items()) {
    if (site == "reference") throw MessageError("a site must not have the name reference");
    registrations.push_back(parse_registration(site, message));
  }
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

void check_agreement(const std::vector<Registration>& registrations) {
  for (const Registration& other : registrations) check_parameters(registrations.front(), other);
}

federated::SiteNames given_names(const std::vector<Registration>& registrations) {
  federated::SiteNames names;
  for (const Registration& site : registrations) names[site.site] = site.name;
  return names;
}

/// The site whose reference the run takes: one that was given beats the image's.
/// @return null when there is none
const Registration* choose_holder(const std::vector<Registration>& registrations) {
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
  if (holder.reference->points < min_reference_points) {
    throw InputError("the reference of site " + holder.site + " must have at least " +
                     std::to_string(min_reference_points) + " points");
  }
  run.reference_holder = holder.site;
  run.reference_digest = holder.reference->sha256;
  run.reference_points = holder.reference->points;
}

void choose_reference(const std::vector<Registration>& registrations, const Json& messages,
                      RemoteRun& run) {
  federated::check_extensible(run.parameters);
  const auto choice = run.parameters.reference;
  const bool holds_none = choice == federated::ReferenceChoice::learned ||
                          choice == federated::ReferenceChoice::summaries;
  const Registration* holder = holds_none ? nullptr : choose_holder(registrations);
  if (holder != nullptr) {
    take_holder(*holder, run);
  } else if (choose_summaries(messages.get<std::map<std::string, Json>>(), run)) {
    return;
  } else if (choice == federated::ReferenceChoice::given ||
             choice == federated::ReferenceChoice::extended) {
    throw InputError("no site gives reference_data, and there is none in the image");
  }
}

}  // namespace

Output begin_run(const Step& step, RemoteRun& run) {
  const std::vector<Registration> registrations = parse_registrations(step.input);
  check_agreement(registrations);
  run.parameters = federated::parse_parameters(registrations.front().parameters);
  run.keys = run.signatures = run.sealed_keys = Json::object();
  for (const Registration& site : registrations) {
    run.sites[site.site] = 0;
    run.keys[site.site] = federated::to_json(site.keys);
  }
  run.names = federated::distinct_names(given_names(registrations));
  run.evolution = Json::array();
  if (federated::needs_reference(run.parameters)) choose_reference(registrations, step.input, run);
  run.attempts = 1;
  run.moment = {phase::reference, 1};
  Json message = message_at(run.moment);
  message["keys"] = run.keys;
  if (!run.reference_holder.empty()) message["sender"] = run.reference_holder;
  if (run.is_on_summaries()) message["summaries"] = true;
  return {message};
}

}  // namespace dsne::remote
