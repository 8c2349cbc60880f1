#include "remote/site_registration.h"

#include <algorithm>

#include "core/digest.h"
#include "core/errors.h"
#include "core/phase.h"
#include "exchange/state_names.h"
#include "run/site_name.h"

namespace dsne::remote {
namespace {

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

std::vector<std::string> parse_errors(const Json& message, const std::string& what) {
  std::vector<std::string> errors = texts_field(message, "errors", what);
  const bool good = !errors.empty() && errors.size() <= exchange::most_faults &&
                    std::all_of(errors.begin(), errors.end(), [](const std::string& line) {
                      return !line.empty() && line.size() <= exchange::longest_fault &&
                             std::none_of(line.begin(), line.end(), [](char c) {
                               return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
                             });
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

}  // namespace

std::vector<Registration> parse_registrations(const Json& messages) {
  std::vector<Registration> registrations;
  for (const auto& [site, message] : messages.items()) {
    if (site == "reference") throw MessageError("a site must not have the name reference");
    if (message.is_null()) continue;
    registrations.push_back(parse_registration(site, message));
  }
  if (registrations.empty()) throw MessageError("no site has registered");
  return registrations;
}

std::string faults_text(const std::vector<std::string>& faults) {
  if (faults.size() == 1) return faults.front();
  std::string text = std::to_string(faults.size()) + " faults:";
  for (std::size_t i = 0; i < faults.size(); ++i) {
    text += " (" + std::to_string(i + 1) + ") " + faults[i] + (i + 1 < faults.size() ? ";" : "");
  }
  return text;
}

}  // namespace dsne::remote
