#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/errors.h"
#include "data/measure_names.h"
#include "data/word_list.h"
#include "methods/method.h"
#include "run/preprocessing.h"
#include "run/subjects.h"
#include "tools/check/findings.h"
#include "tools/check/measures.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

/// Returns the table's columns that the run would use: the reference's, or all.
std::vector<std::size_t> used_columns(const data::Table& table, const CheckedReference* reference) {
  std::vector<std::size_t> used;
  const auto all = static_cast<std::size_t>(table.values.cols());
  const bool by_name = reference != nullptr && !table.features.empty() &&
                       !reference->reference.points.features.empty();
  for (std::size_t f = 0; f < all; ++f) {
    if (!by_name ||
        find_measure(reference->measures, shown_text(table.features[f], 60)) != nullptr) {
      used.push_back(f);
    }
  }
  return used;
}

bool has_text(const data::Table& table, std::size_t feature) {
  return !table.text_rows.empty() && table.text_rows[feature] != 0;
}

void tell_text_column(const SiteFile& file, std::size_t feature, const std::vector<TextCell>& cells,
                      bool ends_run, Problems& problems) {
  Problem problem{ends_run ? Gravity::mend : Gravity::look, "text", "", ""};
  Names shown;
  for (const TextCell& cell : cells) {
    problem.rows.push_back(cell.row);
    shown.push_back("\"" + shown_text(cell.text, 20) + "\" (row " + std::to_string(cell.row) + ")");
  }
  problem.column = file.table->columns[feature];
  problem.measures = {file.measures[feature].name};
  problem.text = "Column " + std::to_string(problem.column) + " (" + file.measures[feature].name +
                 ") has " + counted(cells.size(), "cell that is", "cells that are") +
                 " not a number: " + listed(shown, 3) + ".";
  problem.remedy = ends_run ? "Correct the cells, or leave them empty where there is no value."
                            : "Correct the cells or leave them empty, or the measure is left out "
                              "at all sites.";
  problems.push_back(std::move(problem));
}

void find_texts(const boost::filesystem::path& path, const run::SiteInputs& inputs,
                const CheckedReference* reference, SiteFile& file) {
  const data::Table& table = *file.table;
  std::vector<std::size_t> features;
  std::vector<std::size_t> columns;
  for (const std::size_t f : used_columns(table, reference)) {
    if (!has_text(table, f)) continue;
    features.push_back(f);
    columns.push_back(table.columns[f] - 1);
  }
  if (features.empty()) return;
  // A run ends when more than a fifth of the measures would be left out, and where nothing but the
  // summary may tell of a site's cells.
  const bool ends_run = reference != nullptr || run::tells_nothing(inputs) ||
                        5 * std::ssize(features) > table.values.cols();
  const auto cells = text_cells(path, inputs.format, columns);
  for (std::size_t i = 0; i < features.size(); ++i) {
    tell_text_column(file, features[i], cells[i], ends_run, file.problems);
  }
}

/// Finds the columns with a missing value, and the first such cell.
void find_missing(const run::SiteInputs& inputs, const CheckedReference* reference,
                  SiteFile& file) {
  const data::Table& table = *file.table;
  const Names& names = reference != nullptr ? reference->reference.points.features : table.features;
  const data::Missing treated = run::treatment(inputs.parameters, names).missing;
  if (treated != data::Missing::error) return;
  Names shown;
  std::size_t cells = 0;
  std::set<std::size_t> all_rows;
  Problem problem{Gravity::mend, "missing_values", "", ""};
  for (const std::size_t f : used_columns(table, reference)) {
    const MeasureView& measure = file.measures[f];
    if (measure.missing == 0 || has_text(table, f)) continue;
    cells += measure.missing;
    problem.measures.push_back(measure.name);
    std::vector<std::size_t> rows;
    for (Index i = 0; i < table.values.rows(); ++i) {
      if (std::isnan(table.values(i, static_cast<Index>(f)))) {
        rows.push_back(table.rows[static_cast<std::size_t>(i)]);
      }
    }
    shown.push_back(measure.name + (rows.size() == 1 ? " (row " : " (rows ") + listed(rows, 4) +
                    ")");
    all_rows.insert(rows.begin(), rows.end());
    if (problem.measures.size() == 1) problem.column = measure.column;
  }
  if (cells == 0) return;
  if (problem.measures.size() > 1) problem.column = 0;
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
  const data::Table& table = *file.table;
  const Names& wanted = reference.reference.points.features;
  if (table.features.empty() || wanted.empty()) return;
  Problem problem{Gravity::mend, "measures_lacking", "", ""};
  Names shown;
  for (const std::string& name : wanted) {
    const std::string known = data::canonical_measure_name(name);
    if (std::ranges::find(table.features, known) == table.features.end()) {
      problem.measures.push_back(shown_text(name, 60));
      shown.push_back(with_likely_name(name, table.features));
    }
  }
  if (problem.measures.empty()) return;
  problem.text = counted(problem.measures.size(), "measure", "measures") + " of the reference " +
                 (problem.measures.size() == 1 ? "is" : "are") +
                 " not in the file: " + listed(shown) + ".";
  problem.remedy = "Look for another spelling in the header, or use another reference.";
  file.problems.push_back(std::move(problem));
}

/// Reports too few subjects for a run whose sums would reveal them.
void find_too_few(const run::SiteInputs& inputs, const CheckedReference* reference,
                  SiteFile& file) {
  const auto subjects = file.table->values.rows();
  const bool sums =
      reference == nullptr || methods::sends_sums(methods::find_method(inputs.parameters.method));
  if (!sums || subjects >= inputs.settings.least_subjects) return;
  Problem problem{Gravity::mend, "few_subjects", "", ""};
  problem.text = counted(static_cast<std::size_t>(subjects), "subject", "subjects") +
                 "; least_subjects is " + std::to_string(inputs.settings.least_subjects) + ".";
  problem.remedy = "Bring more subjects, or set least_subjects in the site's settings.";
  file.problems.push_back(std::move(problem));
}

}  // namespace

void find_faults(const boost::filesystem::path& file, const run::SiteInputs& inputs,
                 const CheckedReference* reference, SiteFile& result) {
  if (result.text) find_texts(file, inputs, reference, result);
  if (reference != nullptr) find_lacking(*reference, result);
  find_missing(inputs, reference, result);
  find_too_few(inputs, reference, result);
}

}  // namespace dsne::tools::checking
