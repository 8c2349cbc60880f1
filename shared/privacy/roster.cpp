#include "privacy/roster.h"

#include "core/json.h"

namespace dsne::privacy {
namespace {

constexpr std::size_t fingerprint_digits = 20;
constexpr std::size_t group_digits = 4;

}  // namespace

std::string to_text(const AcceptedKeys& roster) {
  Json json = Json::object();
  for (const auto& [name, key] : roster) json[name] = to_hex(key);
  return json.dump(2) + '\n';
}

std::optional<AcceptedKeys> parse_accepted_keys(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.empty()) return std::nullopt;
  AcceptedKeys roster;
  std::set<Bytes32> seen;
  for (const auto& [name, value] : json.items()) {
    const auto key = from_hex(value.is_string() ? value.get<std::string>() : "");
    if (!key || !seen.insert(*key).second) return std::nullopt;
    roster[name] = *key;
  }
  return roster;
}

std::string fingerprint(const std::set<Bytes32>& keys) {
  std::string joined;
  for (const Bytes32& key : keys) joined += view_of(key);
  const std::string digits = to_hex(hash_of({"dsne roster", joined}));
  std::string groups;
  for (std::size_t i = 0; i < fingerprint_digits; i += group_digits) {
    groups += (i == 0 ? "" : " ") + digits.substr(i, group_digits);
  }
  return groups;
}

}  // namespace dsne::privacy
