#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/digest.h"
#include "core/json.h"
#include "exchange/site_answers.h"
#include "exchange/site_sums.h"
#include "run/table_profile.h"
#include "summary/summary.h"

namespace dsne::run {

/// Site names by the sites' ids.
using SiteNames = std::map<std::string, std::string>;

/// Returns each site's shown name: its own, or its id if it gives none. If several sites have the
/// same name, all but the first, in the order of their ids, get a number: "Leuven (2)".
/// @param given each site's name, "" for none
SiteNames distinct_names(const SiteNames& given);

/// Returns the names that several sites gave, from the result of distinct_names.
std::vector<std::string> shared_names(const SiteNames& shown);

/// A site's reference, as it registers it.
struct RegisteredReference {
  std::string sha256;
  bool given = false;  ///< by the site's user; otherwise it is the image's
  Eigen::Index points = 0;
  Eigen::Index features = 0;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("sha256", self.sha256,
          within::text([](const std::string& text) { return is_sha256(text); }, "is not a digest"));
    visit("source", self.given, within::words<bool>({{"input", true}, {"image", false}}));
    visit("points", self.points, within::whole(1, most_claimed));
    visit("features", self.features, within::whole(1, most_claimed));
  }
};

/// What a site sends first: what it brings, or its files' faults.
struct Registration {
  Json parameters;
  std::optional<std::string> site_name;  ///< the name to show; none for its id
  std::vector<std::string> errors;       ///< the faults, one line each; the rest is then empty
  std::optional<bool> brings_reference;  ///< with faults: whether its inputs name a reference
  std::optional<exchange::SiteKeys> keys;
  std::optional<TableProfile> table;
  std::optional<RegisteredReference> reference;

  bool is_faulty() const { return !errors.empty(); }

  /// Returns whether a text may be a fault's line.
  static bool is_fault(const std::string& line);

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("parameters", self.parameters);
    visit("site_name", self.site_name, within::text(summary::is_site_name, "is not a site's name"));
    visit("errors", self.errors,
          within::or_missing(within::text(is_fault, "is no list of lines", exchange::most_faults)));
    visit("brings_reference", self.brings_reference);
    visit("keys", self.keys);
    visit("table", self.table);
    visit("reference", self.reference);
  }
};

/// Reads a registration.
/// @throws MessageError when it is malformed, or neither whole nor of faults
Registration parse_registration(const Json& message, std::string_view what);

}  // namespace dsne::run
