#include "run/measure_choice.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "data/csv.h"
#include "data/names/measure_names.h"
#include "data/text/text_input.h"

namespace dsne::run {
namespace {

using Names = std::vector<std::string>;
using NameSet = std::unordered_set<std::string>;

constexpr std::size_t longest_shown = 60;
constexpr std::size_t most_sites_shown = 6;
constexpr std::size_t most_measures_shown = 5;

/// A name as an error shows it.
std::string shortened(const std::string& name) {
  return name.size() <= longest_shown ? name : cut(name, longest_shown) + "...";
}

NameSet set_of(const Names& names) { return {names.begin(), names.end()}; }

/// Where a site's column of that name holds text; "" where it does not.
std::string text_in(const TableProfile& table, const std::string& name) {
  for (const TextColumn& column : table.texts) {
    if (column.name != name) continue;
    return "row " + std::to_string(column.row) + ", column " + std::to_string(column.column);
  }
  return "";
}

/// The names of all sites' measures, each once, in the order in which they are first met.
Names all_names(const TableProfiles& tables, Names TableProfile::*member) {
  Names all;
  NameSet met;
  for (const auto& [site, table] : tables) {
    for (const std::string& name : table.*member) {
      if (met.insert(name).second) all.push_back(name);
    }
  }
  return all;
}

/// Names that no site can give: columns empty or with text wherever they are.
Names useless_names(const TableProfiles& tables, const NameSet& useful) {
  Names names = all_names(tables, &TableProfile::empty);
  NameSet met = set_of(names);
  for (const auto& [site, table] : tables) {
    for (const TextColumn& column : table.texts) {
      if (met.insert(column.name).second) names.push_back(column.name);
    }
  }
  std::erase_if(names, [&](const std::string& name) { return useful.contains(name); });
  return names;
}

using NameSets = std::map<std::string, NameSet>;

NameSets sets_of(const TableProfiles& tables) {
  NameSets sets;
  for (const auto& [site, table] : tables) {
    if (table.has_header) sets[site] = set_of(table.names);
  }
  return sets;
}

/// The keys that two of the names have, so that they do not tell which is meant.
NameSet shared_keys(const Names& names) {
  NameSet met;
  NameSet shared;
  for (const std::string& name : names) {
    const std::string key = data::measure_key(name);
    if (!met.insert(key).second) shared.insert(key);
  }
  return shared;
}

/// The tables with each measure in one spelling: that of `first`, else the first site's. Names of
/// one site that differ in their spelling alone stay as they are everywhere.
TableProfiles in_one_spelling(TableProfiles tables, const Names& first) {
  NameSet unclear = shared_keys(first);
  for (const auto& [site, table] : tables) unclear.merge(shared_keys(table.names));
  std::unordered_map<std::string, std::string> spelling;
  const auto spell = [&](std::string& name) {
    const std::string key = data::measure_key(name);
    if (!unclear.contains(key)) name = spelling.try_emplace(key, name).first->second;
  };
  for (std::string name : first) spell(name);
  for (auto& [site, table] : tables) {
    std::ranges::for_each(table.names, spell);
    std::ranges::for_each(table.empty, spell);
    for (TextColumn& column : table.texts) spell(column.name);
  }
  return tables;
}

Names sites_without(const NameSets& sets, const std::string& name) {
  Names sites;
  for (const auto& [site, names] : sets) {
    if (!names.contains(name)) sites.push_back(site);
  }
  return sites;
}

/// What a site lacks, with the first cell that is the reason where one is.
std::string lack_of(const std::string& site, const TableProfile& table, const Names& lacking) {
  Names shown = lacking;
  std::transform(shown.begin(), shown.end(), shown.begin(), shortened);
  std::string text = "site " + site + " lacks " + in_words(shown, most_measures_shown);
  const auto name = std::ranges::find_if(
      lacking, [&](const std::string& one) { return !text_in(table, one).empty(); });
  if (name == lacking.end()) return text;
  return text + " (" + shortened(*name) + ": site_data " + text_in(table, *name) +
         ": not a number)";
}

/// Whether the sites without values of a quality measure have its column: it is filled there.
bool may_be_filled(const TableProfiles& tables, const std::string& name, const Names& without) {
  return data::is_quality_measure(name) &&
         std::ranges::all_of(without, [&](const std::string& site) {
           const Names& empty = tables.at(site).empty;
           return std::ranges::find(empty, name) != empty.end();
         });
}

/// Adds columns that no site can use, which are reported but not used.
void add_useless(const TableProfiles& tables, const Names& useful, MeasureChoice& choice) {
  Names sites;
  for (const auto& [site, table] : tables) sites.push_back(site);
  for (const std::string& name : useless_names(tables, set_of(useful))) {
    choice.uneven.push_back({name, false, sites});
  }
}

NameSets keys_of(const TableProfiles& tables) {
  NameSets keys;
  for (const auto& [site, table] : tables) {
    NameSet& own = keys[site];
    for (const std::string& name : table.names) own.insert(data::measure_key(name));
  }
  return keys;
}

/// Counts the measures that some site's whole table lacks.
std::size_t count_lacking(const TableProfiles& whole,
                          const std::vector<data::UnevenMeasure>& measures) {
  const NameSets keys = keys_of(whole);
  const auto is_lacking = [&](const data::UnevenMeasure& measure) {
    const std::string key = data::measure_key(measure.name);
    return std::ranges::any_of(measure.sites_without, [&](const std::string& site) {
      const auto own = keys.find(site);
      return own == keys.end() || !own->second.contains(key);
    });
  };
  return static_cast<std::size_t>(std::ranges::count_if(measures, is_lacking));
}

void check_fifth(const TableProfiles& tables, const TableProfiles& whole, std::size_t all,
                 MeasureChoice& choice) {
  std::vector<data::UnevenMeasure> unused = choice.uneven;
  std::erase_if(unused, [](const data::UnevenMeasure& measure) { return measure.used; });
  const std::size_t left_out = unused.size();
  const std::size_t lacking = count_lacking(whole, unused);
  const auto is_chosen = [](const auto& site) { return site.second.chosen; };
  const bool chosen =
      std::ranges::any_of(tables, is_chosen) || std::ranges::any_of(whole, is_chosen);
  if (choice.used.empty()) {
    choice.faults.push_back("the sites have no measure in common: " + lacks_text(tables, unused));
  } else if ((5 * lacking > all || 2 * left_out > all) && !chosen) {
    choice.faults.push_back(
        std::to_string(left_out) + " of " + std::to_string(all) +
        " measures would be left out, as not every site has them: " + lacks_text(tables, unused) +
        ". Bring the same measures at every site, or name those that count in feature_columns");
  }
}

}  // namespace

std::string lacks_text(const TableProfiles& tables,
                       const std::vector<data::UnevenMeasure>& uneven) {
  std::map<std::string, Names> lacking;
  for (const data::UnevenMeasure& measure : uneven) {
    for (const std::string& site : measure.sites_without) lacking[site].push_back(measure.name);
  }
  Names parts;
  for (const auto& [site, names] : lacking) {
    if (parts.size() == most_sites_shown) break;
    parts.push_back(lack_of(site, tables.at(site), names));
  }
  std::string text = boost::algorithm::join(parts, "; ");
  if (lacking.size() > parts.size()) {
    text += "; and " + std::to_string(lacking.size() - parts.size()) + " other sites lack some";
  }
  return text;
}

MeasureChoice common_measures(const TableProfiles& told, const TableProfiles& whole) {
  const TableProfiles tables = in_one_spelling(told, {});
  MeasureChoice choice;
  const NameSets sets = sets_of(tables);
  if (sets.empty()) {
    choice.number = tables.begin()->second.measures;
    return choice;
  }
  const Names all = all_names(tables, &TableProfile::names);
  for (const std::string& name : all) {
    Names without = sites_without(sets, name);
    const bool used = without.empty() || may_be_filled(tables, name, without);
    if (used) choice.used.push_back(name);
    if (!without.empty()) choice.uneven.push_back({name, used, std::move(without)});
  }
  choice.number = std::ssize(choice.used);
  check_fifth(tables, whole, all.size(), choice);
  add_useless(tables, all, choice);
  return choice;
}

MeasureChoice fixed_measures(const TableProfiles& told, const Names& fixed, const std::string& by) {
  MeasureChoice choice;
  choice.number = std::ssize(fixed);
  std::transform(fixed.begin(), fixed.end(), std::back_inserter(choice.used),
                 data::canonical_measure_name);
  const TableProfiles tables = in_one_spelling(told, choice.used);
  const NameSets sets = sets_of(tables);
  if (sets.empty()) return choice;
  for (const std::string& name : choice.used) {
    Names without = sites_without(sets, name);
    if (!without.empty()) choice.uneven.push_back({name, true, std::move(without)});
  }
  for (const auto& [site, table] : tables) {
    if (!table.has_header) continue;
    const NameSet empty = set_of(table.empty);
    Names lacking;
    for (const data::UnevenMeasure& measure : choice.uneven) {
      const auto& without = measure.sites_without;
      const bool lacks = std::ranges::find(without, site) != without.end();
      if (lacks && !empty.contains(measure.name)) lacking.push_back(measure.name);
    }
    if (lacking.empty()) continue;
    choice.faults.push_back(lack_of(site, table, lacking) + ", " + std::to_string(lacking.size()) +
                            " of the " + std::to_string(fixed.size()) + " measures that " + by +
                            " has");
  }
  Names useful = all_names(tables, &TableProfile::names);
  const NameSet counted = set_of(choice.used);
  for (const std::string& name : useful) {
    if (!counted.contains(name)) choice.uneven.push_back({name, false, sites_without(sets, name)});
  }
  useful.insert(useful.end(), choice.used.begin(), choice.used.end());
  add_useless(tables, useful, choice);
  return choice;
}

std::string measures_csv(const Names& used, const std::vector<data::UnevenMeasure>& uneven) {
  std::unordered_map<std::string, const data::UnevenMeasure*> of;
  for (const data::UnevenMeasure& measure : uneven) of[measure.name] = &measure;
  std::string text = data::csv_line({"measure", "used", "sites_without"}) + '\n';
  const auto add = [&](const std::string& name, bool counts, const Names& without) {
    text += data::spreadsheet_line(
                {name, counts ? "yes" : "no", boost::algorithm::join(without, "; ")}) +
            '\n';
  };
  for (const std::string& name : used) {
    const auto found = of.find(name);
    add(name, true, found == of.end() ? Names() : found->second->sites_without);
  }
  for (const data::UnevenMeasure& measure : uneven) {
    if (!measure.used) add(measure.name, false, measure.sites_without);
  }
  return text;
}

}  // namespace dsne::run
