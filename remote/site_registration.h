#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "exchange/site_keys.h"
#include "run/site_table.h"

namespace dsne::remote {

/// A reference that a site holds.
struct HeldReference {
  std::string sha256;
  bool given = false;  ///< by the site's user, else it is the image's
  Eigen::Index points = 0;
};

/// What a site registers: itself, or the faults of its files.
struct Registration {
  std::string site;
  std::string name;  ///< under which it wants to appear; "" for its id
  Json parameters;
  std::vector<std::string> errors;  ///< its faults, a line each; it has no more to say then
  bool brings_reference = false;    ///< told with the faults: its inputs name a reference
  exchange::SiteKeys keys;
  run::SiteTable table;
  std::optional<HeldReference> reference;

  bool is_faulty() const { return !errors.empty(); }
};

/// Reads what the sites answered in their first step; null of a site that did not.
/// @throws MessageError when there is none, or one is no registration
std::vector<Registration> parse_registrations(const Json& messages);

/// What is wrong in the whole run, in one line: a single fault as it is, several with numbers.
std::string faults_text(const std::vector<std::string>& faults);

}  // namespace dsne::remote
