#include "tools/check/between.h"

#include <algorithm>
#include <map>
#include <set>

#include "data/geometry.h"
#include "summary/subjects.h"
#include "tools/check/units.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Names = std::vector<std::string>;
using Files = std::vector<const SiteFile*>;

bool has_names(const SiteFile& file) { return !file.table->features.empty(); }

Problems compare_headers(const Files& files) {
  Names with;
  Names without;
  for (const SiteFile* file : files) (has_names(*file) ? with : without).push_back(file->name);
  if (with.empty() || without.empty()) return {};
  return {{Gravity::mend, "no_header",
           listed(without, 4) + (without.size() == 1 ? " has" : " have") + " no header, " +
               listed(with, 4) + (with.size() == 1 ? " has one." : " have one."),
           "Add a first row with the measures' names."}};
}

Problems compare_counts(const Files& files) {
  std::map<Eigen::Index, Names> by_count;
  for (const SiteFile* file : files) {
    if (!has_names(*file)) by_count[file->table->values.cols()].push_back(file->name);
  }
  if (by_count.size() < 2) return {};
  Names shown;
  for (const auto& [count, names] : by_count) {
    shown.push_back(listed(names, 3) + ": " + std::to_string(count));
  }
  return {{Gravity::mend, "number_of_values",
           "The files have different numbers of values per subject (" + listed(shown, 4) + ").",
           "Bring data of the same form."}};
}

Problems compare_modalities(const Files& files) {
  std::map<std::string, Names> by_modality;
  for (const SiteFile* file : files) {
    if (!file->table->reading.modality.empty()) {
      by_modality[file->table->reading.modality].push_back(file->name);
    }
  }
  if (by_modality.size() < 2) return {};
  Names shown;
  for (const auto& [modality, names] : by_modality) {
    shown.push_back(listed(names, 3) + ": " + shown_text(modality));
  }
  return {{Gravity::mend, "modality",
           "The files are of different kinds of scans (" + listed(shown, 4) + ").",
           "Bring one kind of scan in a run."}};
}

Problems compare_geometries(const Files& files) {
  Problems problems;
  const data::Geometry& first = files.front()->table->reading.geometry;
  for (const SiteFile* file : files) {
    const std::string differs = data::geometry_difference(file->table->reading.geometry, first);
    if (differs.empty()) continue;
    problems.push_back(
        {Gravity::mend, "geometry",
         file->name + " " + differs + " (compared with " + files.front()->name + ").",
         "Bring images of one form, or matrices of the same regions."});
  }
  return problems;
}

/// Each measure with the files that do not have it.
Problems compare_measures(const Files& files) {
  Names order;
  std::map<std::string, std::set<const SiteFile*>> having;
  Files named;
  for (const SiteFile* file : files) {
    const bool has_geometry = file->table->reading.geometry.kind != data::GeometryKind::none;
    if (!has_names(*file) || has_geometry) continue;
    named.push_back(file);
    for (const MeasureView& measure : file->measures) {
      auto& files_with = having[measure.name];
      if (files_with.empty()) order.push_back(measure.name);
      files_with.insert(file);
    }
  }
  std::map<Names, Names> lacking;  // by the files that lack them
  std::size_t left_out = 0;
  for (const std::string& name : order) {
    if (having[name].size() == named.size()) continue;
    ++left_out;
    Names without;
    for (const SiteFile* file : named) {
      if (!having[name].contains(file)) without.push_back(file->name);
    }
    lacking[without].push_back(name);
  }
  const bool ends_run = 5 * left_out > order.size();
  Problems problems;
  for (const auto& [without, names] : lacking) {
    Problem problem{ends_run ? Gravity::mend : Gravity::look, "measures_differ", "", ""};
    problem.text = listed(without, 4) + (without.size() == 1 ? " has" : " have") + " no " +
                   listed(names) + ".";
    problem.remedy = ends_run ? "More than a fifth of all measures would be left out. Look for "
                                "other spellings in the headers."
                              : "What one site lacks is left out at all sites.";
    problem.measures = names;
    problems.push_back(std::move(problem));
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

/// Persons whose ids stand in two files; row numbers are no ids.
Problems compare_persons(const Files& files) {
  std::map<std::string, std::set<const SiteFile*>> files_of;
  for (const SiteFile* file : files) {
    if (file->text && file->text->id_columns.empty()) continue;
    if (!file->text && file->form == data::DataFormat::table) continue;
    for (const std::string& id : file->table->ids) files_of[summary::person_of(id)].insert(file);
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
       {compare_headers, compare_counts, compare_modalities, compare_geometries, compare_measures,
        compare_units_of, compare_persons}) {
    for (Problem& problem : compare(files)) problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace dsne::tools::checking
