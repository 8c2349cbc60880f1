#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "exchange/site_keys.h"
#include "run/site_table.h"

namespace dsne::remote {

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

/// Reads what the sites answered in their first step; null of a site that did not.
/// @throws MessageError when there is none, or one is no registration
std::vector<Registration> parse_registrations(const Json& messages);

/// Joins a run's faults into one line: a single fault unchanged, several numbered.
std::string faults_text(const std::vector<std::string>& faults);

}  // namespace dsne::remote
