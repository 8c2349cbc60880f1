#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/phrases.h"
#include "data/columns/persons.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "run/registration.h"
#include "summary/public_map.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

/// The usual range of others' values.
using Range = data::ValueRange;

double width_of(const Range& range) { return range.high - range.low; }

bool holds(const Range& range, double value, double margin) {
  return Range{range.low - margin, range.high + margin}.holds(value);
}

/// Returns by how many powers of ten a value is too large, if it is about a power of ten.
std::optional<int> power_of_ten(double value, double usual) {
  if (value * usual <= 0) return std::nullopt;
  constexpr double tolerance = 0.3;  // a factor of two either way
  const double power = std::log10(value / usual);
  const double whole = std::round(power);
  if (whole == 0 || std::abs(whole) > 6 || std::abs(power - whole) > tolerance) return std::nullopt;
  return static_cast<int>(whole);
}

/// A difference in one measure.
struct Difference {
  std::string kind;
  std::string text;  ///< what follows "is" or "are"
  std::string remedy;
  Range usual;
};

constexpr const char* check_unit = "Check the unit, and bring the values in the others' unit.";
constexpr const char* check_sign = "Check what the sign means.";

std::optional<Difference> difference_of(const MeasureView& own, const MeasureView& other,
                                        const std::string& whose) {
  if (own.present == 0 || other.present == 0) return std::nullopt;
  const Range usual{other.low, other.high};
  const double width =
      std::max(width_of(usual), 0.1 * std::max(std::abs(usual.low), std::abs(usual.high)));
  if (holds(usual, own.median, width) || (own.high >= other.low && own.low <= other.high)) {
    return std::nullopt;
  }
  if (own.median * other.median < 0 && holds(usual, -own.median, width / 2)) {
    return Difference{"sign", "of the opposite sign to " + whose, check_sign, usual};
  }
  const bool fractions_lost = own.whole && !other.whole && own.median > 5 * other.high;
  if (fractions_lost && own.most - own.least > 10) {
    return Difference{"decimal_mark", "whole numbers, and much larger than " + whose,
                      "The decimal mark may have been lost: export the table again.", usual};
  }
  if (const auto power = power_of_ten(own.median, other.median)) {
    return Difference{"unit", factor_text(*power, whose), check_unit, usual};
  }
  const double gap = std::max(other.low - own.high, own.low - other.high);
  if (gap < 3 * width) return std::nullopt;
  return Difference{"range", "far outside the range of " + whose,
                    "Check the unit, the program's version and the scanner.", usual};
}

std::optional<Difference> difference_from_usual(const MeasureView& own) {
  // Medians differ between scanners and ages, so a factor of ten may be real.
  constexpr double slack = 30;
  const auto known = data::known_measure(own.name);
  if (!known || !known->meaning->usual || own.present == 0) return std::nullopt;
  const auto& usual = known->meaning->usual;
  if (own.median >= usual->low / slack && own.median <= usual->high * slack) return std::nullopt;
  if (usual->holds(-own.median)) {
    return Difference{"sign", "negative, where this measure is not", check_sign, *usual};
  }
  if (own.median <= 0) return std::nullopt;
  const double middle = std::sqrt(usual->low * usual->high);
  const int power = static_cast<int>(std::round(std::log10(own.median / middle)));
  return Difference{"unit", factor_text(power, "the usual size"), check_unit, *usual};
}

/// Returns the measures' differences: those with the same one share a problem.
/// @param compare returns a measure's difference, or nothing
template <class Compare>
Problems differences(const MeasureViews& measures, Compare&& compare) {
  std::map<std::string, Problem> by_text;
  std::map<std::string, Names> shown;
  for (const MeasureView& measure : measures) {
    const std::optional<Difference> found = compare(measure);
    if (!found) continue;
    Problem& problem = by_text[found->text];
    problem.kind = found->kind;
    problem.remedy = found->remedy;
    add_measure(problem, measure);
    shown[found->text].push_back(measure.name + " (" + shown_number(measure.median) + "; usual " +
                                 shown_number(found->usual.low) + " to " +
                                 shown_number(found->usual.high) + ")");
  }
  Problems problems;
  for (auto& [text, problem] : by_text) {
    const Names& names = shown[text];
    problem.text = listed(names, 5) + (names.size() == 1 ? " is " : " are ") + text + ".";
    problems.push_back(problem);
  }
  return problems;
}

}  // namespace

Problems compare_units(const MeasureViews& own, const MeasureViews& others,
                       const std::string& whose) {
  return differences(own, [&, named = NamedMeasures(&others)](const MeasureView& measure) {
    const MeasureView* other = named.find(measure.name);
    return other == nullptr ? std::nullopt : difference_of(measure, *other, whose);
  });
}

Problems compare_with_usual(const MeasureViews& own) {
  return differences(own, difference_from_usual);
}

namespace {

constexpr std::size_t most_named = 8;
constexpr const char* remedy = "Bring MRIQC's group_T1w.tsv, or ask for another reference.";

Problem not_comparable(std::string text) {
  return {Gravity::mend, "public_scans", std::move(text), remedy};
}

}  // namespace

void compare_with_public(const Json& settings, SiteFile& file) {
  const std::string& kind = file.table->reading.modality;
  if (!summary::is_public_kind(kind)) {
    file.problems.push_back(not_comparable("The public scans are T1-weighted, and these are " +
                                           kind +
                                           ": a run with reference=public "
                                           "ends."));
    return;
  }
  const Names all = summary::public_measures();
  const data::MeasureNames known(file.table->features);
  Names lacking;
  for (const std::string& name : all) {
    if (!known.find(name)) lacking.push_back(name);
  }
  const std::size_t shared = all.size() - lacking.size();
  const std::string of_all =
      std::to_string(shared) + " of their " + std::to_string(all.size()) + " measures";
  if (!summary::are_enough_measures(shared, all.size())) {
    file.problems.push_back(not_comparable("Of the public scans' " + std::to_string(all.size()) +
                                           " measures the file has " + std::to_string(shared) +
                                           ": a run with reference=public needs half of them."));
    return;
  }
  const bool has_budget = settings.contains("epsilon_budget");
  file.public_scans =
      "the file has " + of_all + (lacking.empty() ? "" : ", not " + in_words(lacking, most_named)) +
      ". Method single-shot needs no summary and no setting. Method dp-density needs " +
      (lacking.empty() ? "" : "all of the measures, and ") +
      (has_budget ? "epsilon_budget, which the settings have." : "epsilon_budget in the settings.");
}

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
