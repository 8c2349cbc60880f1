#include "run/registration.h"

#include <set>

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"

namespace dsne::run {

SiteNames distinct_names(const SiteNames& given) {
  SiteNames shown;
  std::set<std::string> taken;
  for (const auto& [site, name] : given) {
    if (!name.empty()) continue;
    shown[site] = site;
    taken.insert(site);
  }
  for (const auto& [site, name] : given) {
    if (name.empty()) continue;
    std::string distinct = name;
    for (int number = 2; !taken.insert(distinct).second; ++number) {
      distinct = name + " (" + std::to_string(number) + ")";
    }
    shown[site] = distinct;
  }
  return shown;
}

std::vector<std::string> shared_names(const SiteNames& shown) {
  std::set<std::string> names;
  for (const auto& [site, name] : shown) names.insert(name);
  std::vector<std::string> shared;
  for (const std::string& name : names) {
    if (names.contains(name + " (2)")) shared.push_back(name);
  }
  return shared;
}

bool Registration::is_fault(const std::string& line) {
  return !line.empty() && line.size() <= exchange::longest_fault && line == one_line(line);
}

Registration parse_registration(const Json& message, std::string_view what) {
  auto registration = parse_message<Registration>(message, what);
  if (!registration.parameters.is_object()) {
    throw MessageError(std::string(what) + ": parameters must be an object");
  }
  const auto require = [&](bool given, const char* name) {
    if (!given) throw MessageError(std::string(what) + ": " + name + " is missing");
  };
  if (registration.is_faulty()) {
    require(registration.brings_reference.has_value(), "brings_reference");
  } else {
    require(registration.keys.has_value(), "keys");
    require(registration.table.has_value(), "table");
  }
  if (registration.table) check_profile(*registration.table, what);
  return registration;
}

}  // namespace dsne::run
