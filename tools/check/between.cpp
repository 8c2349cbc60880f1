#include <algorithm>
#include <map>
#include <set>

#include "data/measure_names.h"
#include "data/persons.h"
#include "run/table_profile.h"
#include "tools/check/findings.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Files = std::vector<const SiteFile*>;

bool has_names(const SiteFile& file) { return !file.table->features.empty(); }

/// What keeps tables of sites from a run together.
Problems compare_as_sites(const Files& files) {
  run::TableProfiles tables;
  for (const SiteFile* file : files) {
    run::TableProfile& table = tables[file->name];
    table.has_header = has_names(*file);
    table.measures = file->table->values.cols();
    table.modality = file->table->reading.modality;
    table.geometry = file->table->reading.geometry;
    table.units = file->table->reading.units;
  }
  Problems problems;
  for (const run::TableFault& fault : run::compare_tables(tables, "")) {
    problems.push_back({Gravity::mend, fault.kind, shown_text(sentence(fault.text), 1000),
                        sentence(fault.remedy)});
  }
  return problems;
}

/// Each measure, in any spelling, with the files that do not have it.
Problems compare_measures(const Files& files) {
  Files named;
  Names order;  // of the measures' keys
  std::map<std::string, std::string> shown;
  std::map<std::string, std::set<const SiteFile*>> having;
  for (const SiteFile* file : files) {
    const data::Geometry& geometry = file->table->reading.geometry;
    const bool by_names = geometry.kind == data::GeometryKind::none || !geometry.regions.empty();
    if (!has_names(*file) || !by_names) continue;
    named.push_back(file);
    for (const MeasureView& measure : file->measures) {
      const std::string key = data::measure_key(measure.name);
      if (shown.emplace(key, measure.name).second) order.push_back(key);
      having[key].insert(file);
    }
  }
  // Summaries, on which a run is, hold known measures where there are some.
  const auto is_known = [&](const std::string& key) { return data::is_known_measure(shown[key]); };
  const bool by_known = std::ranges::any_of(order, is_known);
  std::map<Names, Names> lacking;  // by the files that lack them
  std::size_t counted_measures = 0;
  std::size_t left_out = 0;
  for (const std::string& key : order) {
    const bool counts = !by_known || is_known(key);
    if (counts) ++counted_measures;
    Names without;
    for (const SiteFile* file : named) {
      if (!having[key].contains(file)) without.push_back(file->name);
    }
    if (without.empty()) continue;
    if (counts) ++left_out;
    lacking[without].push_back(shown[key]);
  }
  const bool ends_run = 5 * left_out > counted_measures;
  Problems problems;
  for (const auto& [without, names] : lacking) {
    problems.push_back({ends_run ? Gravity::mend : Gravity::look,
                        "measures_differ",
                        listed(without, 4) + (without.size() == 1 ? " has" : " have") + " no " +
                            listed(names) + ".",
                        ends_run ? "More than a fifth of all measures would be left out. Look for "
                                   "other spellings in the headers."
                                 : "What one site lacks is left out at all sites.",
                        {},
                        0,
                        names});
  }
  return problems;
}

Problems compare_units_of(const Files& files) {
  Problems problems;
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (files[i]->is_array() || !has_names(*files[i]) || !has_names(*files[0])) continue;
    if (files[i]->table->reading.modality != files[0]->table->reading.modality) continue;
    for (Problem& problem : compare_units(files[i]->measures, files[0]->measures, files[0]->name)) {
      problem.text = files[i]->name + ": " + problem.text;
      problem.column = 0;
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

/// Finds persons whose ids are in two files; row numbers are not ids.
Problems compare_persons(const Files& files) {
  std::map<std::string, std::set<const SiteFile*>> files_of;
  for (const SiteFile* file : files) {
    if (file->text && file->text->id_columns.empty()) continue;
    if (!file->text && file->form == data::DataFormat::table) continue;
    for (const std::string& person : data::persons_of(*file->table)) {
      files_of[person].insert(file);
    }
  }
  Names shared;
  for (const auto& [person, where] : files_of) {
    if (where.size() > 1) shared.push_back(shown_text(person));
  }
  if (shared.empty()) return {};
  return {{Gravity::look, "shared_persons",
           counted(shared.size(), "id stands", "ids stand") +
               " in more than one file: " + listed(shared, 4) + ".",
           "If these are the same persons, bring each at one site only."}};
}

}  // namespace

Problems compare_files(const std::vector<SiteFile>& all) {
  Files files;
  for (const SiteFile& file : all) {
    if (file.table) files.push_back(&file);
  }
  if (files.size() < 2) return {};
  Problems problems;
  for (const auto compare :
       {compare_as_sites, compare_measures, compare_units_of, compare_persons}) {
    for (Problem& problem : compare(files)) problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace dsne::tools::checking
