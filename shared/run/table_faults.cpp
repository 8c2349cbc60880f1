#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>

#include "core/phrases.h"
#include "run/measure_choice.h"
#include "run/table_profile.h"

namespace dsne::run {
namespace {

using Names = std::vector<std::string>;
using TableFaults = std::vector<TableFault>;

constexpr std::size_t most_sites_told = 6;
constexpr std::size_t most_measures_told = 5;

/// The names of tables in a sentence.
std::string named(const Names& names, const std::string& noun) {
  const std::string before = noun.empty() ? "" : noun + (names.size() == 1 ? " " : "s ");
  return before + in_words(names, most_sites_told);
}

/// Returns which tables are in which group: "T1w at sites a and b; T2w at site c".
template <typename Key>
std::string groups_text(const std::map<Key, Names>& groups, const std::string& noun) {
  Names texts;
  for (const auto& [key, names] : groups) {
    texts.push_back((boost::format("%1% at %2%") % key % named(names, noun)).str());
  }
  return boost::algorithm::join(texts, "; ");
}

void compare_headers(const TableProfiles& tables, const std::string& noun, TableFaults& faults) {
  Names with;
  Names without;
  for (const auto& [name, table] : tables) (table.has_header ? with : without).push_back(name);
  if (with.empty() || without.empty()) return;
  faults.push_back({"no_header",
                    "the table of " + named(without, noun) + " has no header, and that of " +
                        named(with, noun) +
                        " has one: without names nobody knows which column is which measure",
                    "name the columns in the first row"});
}

/// Tables without names have as many columns.
void compare_numbers(const TableProfiles& tables, const std::string& noun, TableFaults& faults) {
  std::map<Eigen::Index, Names> by_number;
  for (const auto& [name, table] : tables) {
    if (!table.has_header) by_number[table.measures].push_back(name);
  }
  if (by_number.size() < 2) return;
  faults.push_back({"number_of_values",
                    "different numbers of measures, and no header that tells which they have in "
                    "common: " +
                        groups_text(by_number, noun),
                    "bring the same columns"});
}

void compare_modalities(const TableProfiles& tables, const std::string& noun, TableFaults& faults) {
  std::map<std::string, Names> by_kind;
  for (const auto& [name, table] : tables) {
    if (!table.modality.empty()) by_kind[table.modality].push_back(name);
  }
  if (by_kind.size() < 2) return;
  faults.push_back({"modality", "different kinds of scans: " + groups_text(by_kind, noun),
                    "bring one kind, and make a run for each"});
}

/// Returns whether networks are compared by their regions' names.
bool compares_by_names(const data::Geometry& one, const data::Geometry& other) {
  return one.kind == data::GeometryKind::networks && other.kind == one.kind &&
         !one.regions.empty() && !other.regions.empty();
}

std::string difference(const TableProfile& one, const TableProfile& other) {
  if (compares_by_names(one.geometry, other.geometry)) return "";
  return data::geometry_difference(one.geometry, other.geometry);
}

/// Names the tables whose images are unlike those of most.
void compare_geometries(const TableProfiles& tables, const std::string& noun, TableFaults& faults) {
  std::string base;
  std::ptrdiff_t most = -1;
  for (const auto& one : tables) {
    const std::ptrdiff_t like = std::ranges::count_if(
        tables, [&](const auto& other) { return difference(other.second, one.second).empty(); });
    if (like > most) {
      most = like;
      base = one.first;
    }
  }
  for (const auto& [name, table] : tables) {
    const std::string differs = difference(table, tables.at(base));
    if (differs.empty()) continue;
    faults.push_back(
        {"geometry",
         named({name}, noun) + " " + differs + " (compared with " + named({base}, noun) + ")",
         "bring images of one form, or networks of the same regions"});
  }
}

/// Measures behind whose numbers stand different units.
void compare_units(const TableProfiles& tables, const std::string& noun, TableFaults& faults) {
  std::map<std::string, std::map<std::string, Names>> by_measure;
  for (const auto& [name, table] : tables) {
    for (const auto& [measure, unit] : table.units) by_measure[measure][unit].push_back(name);
  }
  Names measures;
  for (const auto& [measure, by_unit] : by_measure) {
    if (by_unit.size() > 1) measures.push_back(measure + " (" + groups_text(by_unit, noun) + ")");
  }
  if (measures.empty()) return;
  faults.push_back({"different_units",
                    "different units of " + in_words(measures, most_measures_told),
                    "write a measure in one unit everywhere"});
}

}  // namespace

TableFaults compare_tables(const TableProfiles& tables, const std::string& noun) {
  TableFaults faults;
  for (const auto compare :
       {compare_headers, compare_numbers, compare_modalities, compare_geometries, compare_units}) {
    compare(tables, noun, faults);
  }
  return faults;
}

Names table_faults(const TableProfiles& tables) {
  Names lines;
  for (const TableFault& fault : compare_tables(tables, "site")) {
    lines.push_back(fault.text + ": " + fault.remedy);
  }
  return lines;
}

}  // namespace dsne::run
