#include "run/registration.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "data/cell.h"
#include "data/duplicates.h"
#include "data/names/measure_names.h"
#include "data/names/scan_kinds.h"
#include "exchange/site_answers.h"
#include "run/measure_choice.h"

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

namespace {

using Names = std::vector<std::string>;

constexpr std::size_t longest_name = 1000;

/// Returns the modality if it is in the list, else "".
std::string listed_modality(const std::string& word) {
  const auto& all = data::scan_kinds();
  return std::ranges::find(all, word) == all.end() ? "" : word;
}

void check_names(const Names& names, const data::Table& table) {
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (is_showable(names[f])) continue;
    throw InputError("site_data column " + std::to_string(table.columns[f]) +
                     ": the measure's name is longer than " + std::to_string(longest_name) +
                     " bytes, or holds control characters");
  }
}

/// Sorts the columns by what the site can use of them.
void sort_columns(const data::Table& table, TableProfile& result) {
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    const auto values = table.values.col(static_cast<Eigen::Index>(f)).array();
    if (!table.text_rows.empty() && table.text_rows[f] != 0) {
      result.texts.push_back({table.features[f], table.text_rows[f], table.columns[f]});
    } else if (values.isNaN().all()) {
      result.empty.push_back(table.features[f]);
    } else {
      result.names.push_back(table.features[f]);
    }
  }
}

/// Returns all columns of measures in the header's order, including empty ones.
Names header_names(const data::Table& table) {
  std::map<std::size_t, std::string> by_column;
  for (std::size_t f = 0; f < table.features.size(); ++f) {
    by_column.emplace(table.columns[f], table.features[f]);
  }
  for (const data::LeftOut& column : table.reading.left_out) {
    std::string name = data::canonical_measure_name(column.name);
    if (column.content == data::LeftOutContent::nothing && is_showable(name)) {
      by_column.emplace(column.column, std::move(name));
    }
  }
  Names names;
  std::unordered_set<std::string> met;
  for (auto& [column, name] : by_column) {
    if (met.insert(name).second) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

bool is_showable(const std::string& name) {
  return !name.empty() && name.size() <= longest_name && std::ranges::none_of(name, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool blank = c == '\t' || c == '\n' || c == '\r';
    return (byte < 0x20 && !blank) || byte == 0x7F;
  });
}

bool TableProfile::is_modality(const std::string& word) { return word == listed_modality(word); }

TableProfile describe_table(const data::Table& table, bool by_header, bool chosen) {
  check_names(table.features, table);
  TableProfile result;
  result.measures = table.values.cols();
  result.has_header = !table.features.empty();
  result.by_header = by_header;
  result.chosen = chosen;
  result.modality = listed_modality(table.reading.modality);
  result.geometry = table.reading.geometry;
  if (!result.has_header) return result;
  if (by_header) {
    result.names = header_names(table);
    result.measures = std::ssize(result.names);
    for (const std::string& name : result.names) {
      const auto unit = table.reading.header_units.find(name);
      if (unit != table.reading.header_units.end()) result.units.insert(*unit);
    }
  } else {
    sort_columns(table, result);
    result.units = table.reading.units;
  }
  return result;
}

void check_profile(const TableProfile& table, std::string_view what) {
  if (data::find_duplicate(table.names) || data::find_duplicate(table.empty)) {
    throw MessageError(std::string(what) + ": table has the same name twice");
  }
  const auto& spacing = table.geometry.spacing;
  const bool known_units =
      std::ranges::all_of(table.units, [](const auto& unit) { return is_showable(unit.first); });
  if ((!spacing.empty() && spacing.size() != 3) || !known_units) {
    throw MessageError(std::string(what) +
                       ": table has no image's spacing, or units of no measure");
  }
  const auto named = std::ssize(table.names) + std::ssize(table.empty) + std::ssize(table.texts);
  const bool silent = !table.by_header || (table.empty.empty() && table.texts.empty());
  const bool counted = named == (table.has_header ? table.measures : 0);
  if (!silent || !counted) {
    throw MessageError(std::string(what) + ": table is not of as many measures as it names");
  }
}

namespace {

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

/// Finds measures for which tables state different units.
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
