#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "data/names/measure_names.h"
#include "data/word_list.h"
#include "methods/method.h"
#include "run/preprocessing.h"
#include "run/subjects.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;

/// Returns the table's columns that the run would use: the reference's, or all.
Rows used_columns(const data::Table& table, const CheckedReference* reference) {
  Rows used;
  const auto all = static_cast<std::size_t>(table.values.cols());
  const bool named = reference != nullptr && !table.features.empty() &&
                     !reference->reference.points.features.empty();
  const NamedMeasures others(named ? &reference->measures : nullptr);
  for (std::size_t f = 0; f < all; ++f) {
    if (!named || others.find(shown_text(table.features[f], 60)) != nullptr) used.push_back(f);
  }
  return used;
}

bool has_text(const data::Table& table, std::size_t feature) {
  return !table.text_rows.empty() && table.text_rows[feature] != 0;
}

/// Finds the cells of text in columns of numbers.
void find_texts(const run::SiteInputs& inputs, const CheckedReference* reference, SiteFile& file) {
  const data::Table& table = *file.table;
  Rows features = used_columns(table, reference);
  std::erase_if(features, [&](std::size_t f) { return !has_text(table, f); });
  if (features.empty()) return;
  // A run ends when more than a fifth of the measures would be left out, and where nothing but the
  // summary may tell of a site's cells.
  const bool ends_run = reference != nullptr || run::tells_nothing(inputs) ||
                        5 * std::ssize(features) > table.values.cols();
  Rows columns = data::chosen(table.columns, features);
  for (std::size_t& column : columns) --column;
  const auto cells = text_cells(*file.text, columns);
  for (std::size_t i = 0; i < features.size(); ++i) {
    Problem problem{ends_run ? Gravity::mend : Gravity::look, "text"};
    Names shown;
    for (const TextCell& cell : cells[i]) {
      problem.rows.push_back(cell.row);
      shown.push_back("\"" + shown_text(cell.text, 20) + "\" (" + rows_text({cell.row}) + ")");
    }
    add_measure(problem, file.measures[features[i]]);
    problem.text = "Column " + std::to_string(problem.column) + " (" + problem.measures.front() +
                   ") has " + counted(shown.size(), "cell that is", "cells that are") +
                   " not a number: " + listed(shown, 3) + ".";
    problem.remedy = ends_run ? "Correct the cells, or leave them empty where there is no value."
                              : "Correct the cells or leave them empty, or the measure is left out "
                                "at all sites.";
    file.problems.push_back(std::move(problem));
  }
}

/// Finds the columns with a missing value, and the first such cells.
void find_missing(const run::SiteInputs& inputs, const CheckedReference* reference,
                  SiteFile& file) {
  const data::Table& table = *file.table;
  const Names& names = reference != nullptr ? reference->reference.points.features : table.features;
  if (run::treatment(inputs.plan.parameters, names).missing != data::Missing::error) return;
  Names shown;
  std::size_t cells = 0;
  std::set<std::size_t> all_rows;
  Problem problem{Gravity::mend, "missing_values"};
  for (const std::size_t f : used_columns(table, reference)) {
    const MeasureView& measure = file.measures[f];
    if (measure.missing == 0 || has_text(table, f)) continue;
    cells += measure.missing;
    Rows rows;
    for (Index i = 0; i < table.values.rows(); ++i) {
      if (std::isnan(table.values(i, static_cast<Index>(f)))) {
        rows.push_back(table.rows[static_cast<std::size_t>(i)]);
      }
    }
    add_measure(problem, measure);
    shown.push_back(measure.name + " (" + rows_text(rows, 4) + ")");
    all_rows.insert(rows.begin(), rows.end());
  }
  if (cells == 0) return;
  problem.rows.assign(all_rows.begin(), all_rows.end());
  problem.text = counted(cells, "value is", "values are") + " missing: " + listed(shown, 4) +
                 ". A run ends at a missing value, unless its measures are MRIQC's or QAP's.";
  problem.remedy =
      "Fill the cells or remove these subjects, or ask the run's owner to set missing "
      "to drop or impute.";
  file.problems.push_back(std::move(problem));
}

/// Returns only letters and digits, in lower case.
std::string bare(const std::string& name) {
  std::string word = data::lower_case(name);
  std::erase_if(word, [](unsigned char c) { return std::isalnum(c) == 0; });
  return word;
}

/// Returns a name with the file's likely spelling of it.
std::string with_likely_name(const std::string& name, const Names& names) {
  const auto likely = std::ranges::find_if(
      names, [&](const std::string& other) { return bare(other) == bare(name); });
  const std::string shown = shown_text(name, 60);
  return likely == names.end() ? shown : shown + " (\"" + shown_text(*likely, 60) + "\"?)";
}

void find_lacking(const CheckedReference& reference, SiteFile& file) {
  const Names& features = file.table->features;
  const Names& wanted = reference.reference.points.features;
  if (features.empty() || wanted.empty()) return;
  Problem problem{Gravity::mend, "measures_lacking"};
  Names shown;
  const std::set<std::string> there(features.begin(), features.end());
  for (const std::string& name : wanted) {
    if (there.contains(data::canonical_measure_name(name))) continue;
    problem.measures.push_back(shown_text(name, 60));
    shown.push_back(with_likely_name(name, features));
  }
  if (shown.empty()) return;
  problem.text = counted(shown.size(), "measure", "measures") + " of the reference " +
                 (shown.size() == 1 ? "is" : "are") + " not in the file: " + listed(shown) + ".";
  problem.remedy = "Look for another spelling in the header, or use another reference.";
  file.problems.push_back(std::move(problem));
}

/// Reports too few subjects for a run whose sums would reveal them; which method a run has, the
/// site's files do not say.
void find_too_few(const run::SiteInputs& inputs, SiteFile& file) {
  const auto subjects = file.table->values.rows();
  if (subjects >= inputs.settings.least_subjects) return;
  file.problems.push_back({inputs.plan.sums.empty() ? Gravity::look : Gravity::mend, "few_subjects",
                           counted(static_cast<std::size_t>(subjects), "subject", "subjects") +
                               "; least_subjects is " +
                               std::to_string(inputs.settings.least_subjects) +
                               ", so a run whose method sends sums would end.",
                           "A run on summaries takes them. For another one bring more subjects, or "
                           "set least_subjects in the site's settings."});
}

}  // namespace

void find_faults(const run::SiteInputs& inputs, const CheckedReference* reference,
                 SiteFile& result) {
  if (result.text) find_texts(inputs, reference, result);
  if (reference != nullptr) find_lacking(*reference, result);
  find_missing(inputs, reference, result);
  find_too_few(inputs, result);
}

}  // namespace dsne::tools::checking
