#include "exchange/site_keys.h"

#include <set>

#include "core/errors.h"
#include "core/json_text.h"
#include "exchange/site_answers.h"
#include "privacy/keys.h"

namespace dsne::exchange {

Bytes32 key_field(const Json& object, const std::string& name, std::string_view what) {
  const auto key = from_hex(text_field(object, name, what));
  if (!key) throw MessageError(std::string(what) + ": " + name + " is not a key");
  return *key;
}

Json to_json(const SiteKeys& keys) {
  Json json = {{"run", to_hex(keys.run)}};
  if (keys.identity) json["identity"] = to_hex(*keys.identity);
  return json;
}

Json to_json(const Roster& roster) {
  Json json = Json::object();
  for (const auto& [site, keys] : roster.sites) json[site] = to_json(keys);
  return json;
}

SiteKeys parse_site_keys(const Json& keys, std::string_view what) {
  SiteKeys parsed{key_field(keys, "run", what), std::nullopt};
  if (keys.contains("identity")) parsed.identity = key_field(keys, "identity", what);
  return parsed;
}

Roster parse_roster(const Json& roster, std::string_view what) {
  if (!roster.is_object()) throw MessageError(std::string(what) + ": keys is not an object");
  Roster parsed;
  std::set<Bytes32> seen;
  std::set<Bytes32> identities;
  for (const auto& [site, keys] : roster.items()) {
    const SiteKeys& added = parsed.sites[site] = parse_site_keys(keys, what);
    if (!privacy::is_canonical(added.run)) {
      throw MessageError(std::string(what) + ": a site's key is not canonical");
    }
    if (!seen.insert(added.run).second) {
      throw MessageError(std::string(what) + ": two sites have the same key");
    }
    if (added.identity && !identities.insert(*added.identity).second) {
      throw MessageError(std::string(what) + ": two sites have the same identity");
    }
  }
  parsed.run = hash_of({"dsne run", to_ascii(to_json(parsed))});
  return parsed;
}

}  // namespace dsne::exchange
