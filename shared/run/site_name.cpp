#include "run/site_name.h"

#include <set>

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

}  // namespace dsne::run
