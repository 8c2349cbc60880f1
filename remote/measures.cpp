#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "data/names/measure_names.h"
#include "exchange/site_answers.h"
#include "remote/remote_run.h"
#include "run/preprocessing.h"
#include "summary/public_map.h"

namespace dsne::remote {
namespace {

using run::MeasureChoice;
using run::TableProfile;
using Lines = std::vector<std::string>;

/// What stands for the program's public scans among the sites without a measure.
constexpr const char* public_scans = "public scans";

/// Applies the choice, and removes the tables.
Lines take(MeasureChoice choice, RemoteRun& run) {
  run.features = std::move(choice.used);
  run.number_of_features = choice.number;
  run.uneven = std::move(choice.uneven);
  run.tables.clear();
  return std::move(choice.faults);
}

/// Without a reference every measure is used, so every site must have all.
Lines choose_all(RemoteRun& run) {
  MeasureChoice choice = run::common_measures(run.tables);
  const bool lacking = std::ranges::any_of(choice.uneven, [&](const data::UnevenMeasure& measure) {
    return measure.sites_without.size() < run.tables.size();
  });
  if (lacking) {
    choice.faults = {
        "method " + run.plan.parameters.method +
        " needs the same measures at every site: " + run::lacks_text(run.tables, choice.uneven)};
  }
  return take(std::move(choice), run);
}

/// Summaries of arrays have the same number of values, and no names in the registration.
Lines compare_arrays(const RemoteRun& run, const run::TableProfiles& named) {
  std::map<Json, std::string> by_length;
  for (const auto& [site, registered] : run.summaries.items()) {
    if (!registered.at("measures").is_array()) by_length.emplace(registered.at("measures"), site);
  }
  if (!named.empty() && !by_length.empty()) {
    return {"some sites' summaries are of measures (site " + named.begin()->first +
            "), others' of images or matrices (site " + by_length.begin()->second +
            "): bring the same kind of data"};
  }
  if (by_length.size() < 2) return {};
  const auto& [length, site] = *by_length.begin();
  const auto& [other_length, other] = *by_length.rbegin();
  return {"the summaries of sites " + site + " and " + other + " have " + length.dump() + " and " +
          other_length.dump() + " values a row: bring images or matrices of the same form"};
}

/// The measures of a site without a summary, as far as summaries have them.
TableProfile known_measures(TableProfile table, const run::TableProfiles& named) {
  std::set<std::string> known;
  for (const auto& [site, summary] : named) {
    for (const std::string& name : summary.names) known.insert(data::measure_key(name));
  }
  const auto is_unknown = [&](const std::string& name) {
    return !known.contains(data::measure_key(name));
  };
  std::erase_if(table.names, is_unknown);
  std::erase_if(table.empty, is_unknown);
  std::erase_if(table.texts, [&](const auto& column) { return is_unknown(column.name); });
  table.measures = std::ssize(table.names);
  return table;
}

TableProfile profile_of(Lines measures) {
  TableProfile table;
  table.measures = std::ssize(measures);
  table.names = std::move(measures);
  return table;
}

/// The measures of some tables that the public scans do not have.
std::vector<data::UnevenMeasure> not_public(const run::TableProfiles& named, const Lines& known) {
  const data::MeasureNames names(known);
  std::set<std::string> told;
  std::vector<data::UnevenMeasure> measures;
  for (const auto& [site, table] : named) {
    for (const std::string& name : table.names) {
      if (names.find(name) || !told.insert(data::measure_key(name)).second) continue;
      measures.push_back({name, false, {public_scans}});
    }
  }
  return measures;
}

/// Chooses among the measures of the public scans. Others of the sites are left out.
Lines choose_by_public(const run::TableProfiles& named, RemoteRun& run) {
  if (named.empty()) return {};
  const Lines known = summary::public_measures();
  run::TableProfiles tables = named;
  for (auto& [site, table] : tables) {
    table = known_measures(std::move(table), {{public_scans, profile_of(known)}});
  }
  MeasureChoice choice = run::common_measures(tables, run.tables);
  run.uneven = std::move(choice.uneven);
  std::ranges::move(not_public(named, known), std::back_inserter(run.uneven));
  if (summary::are_enough_measures(choice.used.size(), known.size())) {
    return std::move(choice.faults);
  }
  return {"parameter reference is public, and of the " + std::to_string(known.size()) +
          " measures of the public T1-weighted scans the sites have " +
          std::to_string(choice.used.size()) +
          " in common: bring MRIQC's group_T1w.tsv, or take another reference"};
}

/// Chooses the measures that all summaries have, and the tables of sites without one. Keeps the
/// tables until the map exists.
Lines choose_by_summaries(RemoteRun& run) {
  run::TableProfiles named;
  for (const auto& [site, registered] : run.summaries.items()) {
    const Json& measures = registered.at("measures");
    if (measures.is_array()) named[site] = profile_of(measures.get<Lines>());
  }
  if (Lines faults = compare_arrays(run, named); !faults.empty()) return faults;
  if (run.plan.takes_public && named.size() < run.summaries.size()) {
    return {
        "parameter reference is public, and a site's summary is of images or matrices: the public "
        "scans have MRIQC's measures, so take another reference"};
  }
  if (named.empty() && !run.plan.takes_public) return {};
  const run::TableProfiles summaries = named;
  for (const auto& [site, table] : run.tables) {
    if (named.contains(site) || !table.has_header) continue;
    named[site] = run.plan.takes_public ? table : known_measures(table, summaries);
  }
  if (run.plan.takes_public) return choose_by_public(named, run);
  MeasureChoice choice = run::common_measures(named, run.tables);
  run.uneven = std::move(choice.uneven);
  return std::move(choice.faults);
}

/// The sites whose columns have no names and are not as many as those that count.
Lines other_numbers(const run::TableProfiles& tables, Eigen::Index number, bool named,
                    const std::string& by) {
  Lines faults;
  const std::string rest = ", " + by + " " + std::to_string(number) +
                           ", and no names tell which they have in common: bring the same columns, "
                           "or name them in the first row";
  for (const auto& [site, table] : tables) {
    if ((named && table.has_header) || table.measures == number) continue;
    std::string fault = "site " + site;
    fault.append(" has ").append(std::to_string(table.measures)).append(" measures").append(rest);
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace

std::string faults_text(const std::vector<std::string>& faults) {
  constexpr std::size_t longest = 1800;  // an error line has 2,000 bytes
  if (faults.size() == 1) return faults.front();
  std::string text = std::to_string(faults.size()) + " faults";
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const bool fits = i == 0 || text.size() + faults[i].size() <= longest;
    text += (i == 0 ? ": (" : "; (") + std::to_string(i + 1) + ") ";
    text += fits ? cut(faults[i], longest) : "and " + std::to_string(faults.size() - i) + " more";
    if (!fits) break;
  }
  return text;
}

Lines choose_measures(RemoteRun& run) {
  if (run.plan.takes_public) {
    for (const auto& [site, table] : run.tables) {
      if (summary::is_public_kind(table.modality)) continue;
      return {"parameter reference is public, whose scans are T1-weighted, and site " + site +
              " brings scans of kind " + table.modality};
    }
  }
  if (!run.plan.needs_reference) return choose_all(run);
  return run.is_on_summaries() ? choose_by_summaries(run) : Lines();
}

void choose_by(const std::vector<std::string>& features, Eigen::Index number, const std::string& by,
               RemoteRun& run) {
  if (run.tables.empty()) return;
  MeasureChoice choice;
  if (!features.empty()) choice = run::fixed_measures(run.tables, features, by);
  for (std::string& fault : other_numbers(run.tables, number, !features.empty(), by)) {
    choice.faults.push_back(std::move(fault));
  }
  // Measures missing from some summaries are already known.
  std::set<std::string_view> known;
  for (const data::UnevenMeasure& measure : run.uneven) known.insert(measure.name);
  std::erase_if(choice.uneven, [&](const auto& measure) { return known.contains(measure.name); });
  choice.uneven.insert(choice.uneven.begin(), run.uneven.begin(), run.uneven.end());
  // The reference decides, which everybody has.
  choice.used.clear();
  choice.number = 0;
  const Lines faults = take(std::move(choice), run);
  if (!faults.empty()) throw InputError(faults_text(faults));
}

run::LeftOutOfRun left_out_of(const RemoteRun& run) {
  run::LeftOutOfRun left_out;
  left_out.measures = run.uneven;
  for (data::UnevenMeasure& measure : left_out.measures) {
    for (std::string& site : measure.sites_without) {
      if (site != public_scans) site = run.shown_name(site);
    }
  }
  for (const auto& [site, name] : run.left_out_sites) left_out.left_out_sites.push_back(name);
  for (const auto& [site, name] : run.lost_sites) left_out.lost_sites.push_back(name);
  return left_out;
}

void name_left_out_sites(const RemoteRun& run, Json& object) {
  run::LeftOutOfRun left_out = left_out_of(run);
  left_out.measures.clear();
  object.update(to_message(left_out));
}

void tell_left_out(const RemoteRun& run, Json& message) {
  message.update(to_message(left_out_of(run)));
}

}  // namespace dsne::remote
