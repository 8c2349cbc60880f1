#include "run/table_faults.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>

#include "core/phrases.h"
#include "run/measure_choice.h"

namespace dsne::run {
namespace {

using Names = std::vector<std::string>;

constexpr std::size_t most_sites_told = 6;

std::string sites_text(const Names& sites) {
  return (sites.size() == 1 ? "site " : "sites ") + in_words(sites, most_sites_told);
}

void check_headers(const SiteTables& tables, Names& faults) {
  Names with;
  Names without;
  for (const auto& [site, table] : tables) (table.has_header ? with : without).push_back(site);
  if (with.empty() || without.empty()) return;
  faults.push_back("the table of " + sites_text(without) + " has no header, and that of " +
                   sites_text(with) +
                   " has one: without names nobody knows which column is which measure, so name "
                   "the columns in the first row");
}

void check_modalities(const SiteTables& tables, Names& faults) {
  std::map<std::string, Names> sites;
  for (const auto& [site, table] : tables) {
    if (!table.modality.empty()) sites[table.modality].push_back(site);
  }
  if (sites.size() < 2) return;
  Names kinds;
  for (const auto& [modality, who] : sites) kinds.push_back(modality + " at " + sites_text(who));
  faults.push_back("sites bring different kinds of scans: " + boost::algorithm::join(kinds, "; ") +
                   ": bring one kind, and make a run for each");
}

/// Networks whose regions have names are compared by these.
bool compares_by_names(const data::Geometry& one, const data::Geometry& other) {
  return one.kind == data::GeometryKind::networks && other.kind == one.kind &&
         !one.regions.empty() && !other.regions.empty();
}

std::string difference(const SiteTable& one, const SiteTable& other) {
  if (compares_by_names(one.geometry, other.geometry)) return "";
  return data::geometry_difference(one.geometry, other.geometry);
}

std::string geometry_fault(const std::string& site, const std::string& differs,
                           const std::string& base) {
  return "site " + site + " " + differs + " (compared with site " + base + ")";
}

/// Names the sites whose images are unlike those of most.
void check_geometries(const SiteTables& tables, Names& faults) {
  std::string base;
  std::ptrdiff_t most = -1;
  for (const auto& site : tables) {
    const std::ptrdiff_t like = std::count_if(tables.begin(), tables.end(), [&](const auto& other) {
      return difference(other.second, site.second).empty();
    });
    if (like > most) {
      most = like;
      base = site.first;
    }
  }
  for (const auto& [site, table] : tables) {
    const std::string differs = difference(table, tables.at(base));
    if (!differs.empty()) faults.push_back(geometry_fault(site, differs, base));
  }
}

}  // namespace

Names table_faults(const SiteTables& tables) {
  Names faults;
  check_headers(tables, faults);
  check_modalities(tables, faults);
  check_geometries(tables, faults);
  return faults;
}

}  // namespace dsne::run
