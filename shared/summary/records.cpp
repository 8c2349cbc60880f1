#include "summary/records.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/errors.h"
#include "data/measure_names.h"
#include "data/missing.h"
#include "data/quantile.h"
#include "summary/subjects.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

/// Returns why a column would identify somebody, missing values replaced by the median; "" if it
/// would not.
std::string reason_against(const Matrix& values, Index column, Index least) {
  std::vector<double> sorted = data::present_values(values, column);
  if (sorted.empty()) return "it has no value";
  std::sort(sorted.begin(), sorted.end());
  const double median = data::quantile(sorted, 0.5);
  const auto missing = static_cast<std::size_t>(values.rows()) - sorted.size();
  sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), median), missing, median);
  Index different = 0;
  Index commonest = 0;
  for (auto run = sorted.begin(); run != sorted.end(); ++different) {
    const auto end = std::upper_bound(run, sorted.end(), *run);
    commonest = std::max(commonest, end - run);
    run = end;
  }
  if (2 * commonest >= std::ssize(sorted)) return "half of the subjects share a value";
  if (different < 2 * least) {
    return "fewer than " + std::to_string(2 * least) + " of its values differ";
  }
  return "";
}

std::string reason_against(const std::string& name, const Names& listed) {
  if (listed.empty() && !data::is_known_measure(name)) {
    return "no tool's measure has this name, and feature_columns does not list it";
  }
  if (!listed.empty() && std::find(listed.begin(), listed.end(), name) == listed.end()) {
    return "feature_columns does not list it";
  }
  return is_measure_name(name) ? "" : "a summary's measure may not have this name";
}

void choose_in_array(Records& records, Index least) {
  Matrix& values = records.values;
  if (records.measures.empty()) {
    records.measures = numbered_names(static_cast<std::size_t>(values.cols()));
  }
  if (values.array().isNaN().colwise().all().any()) {
    throw InputError(
        "a value of the arrays is missing in every row, as of a region that no scan covers: "
        "bring arrays without it");
  }
  const RowVector medians = data::present_medians(values, 1);
  for (Index c = 0; c < values.cols(); ++c) {
    const auto same = [&](double value) { return std::isnan(value) || value == medians(c); };
    const auto column = values.col(c);
    const auto different = values.rows() - std::count_if(column.begin(), column.end(), same);
    if (different < 2 * least) values.col(c).setConstant(medians(c));
  }
}

}  // namespace

std::vector<LeftOut> choose_measures(Records& records, const Names& listed, Index least) {
  std::vector<LeftOut> left_out;
  if (records.array) {
    choose_in_array(records, least);
    return left_out;
  }
  std::vector<Index> columns;
  Names names;
  for (Index c = 0; c < records.values.cols(); ++c) {
    const std::string& name = records.measures[static_cast<std::size_t>(c)];
    std::string reason = reason_against(name, listed);
    if (reason.empty()) reason = reason_against(records.values, c, least);
    if (!reason.empty()) {
      left_out.push_back({name, reason});
      continue;
    }
    columns.push_back(c);
    names.push_back(name);
  }
  if (columns.empty()) {
    throw InputError(
        "no measure is left for a summary; list the table's measures in the settings, as "
        "feature_columns");
  }
  records.values = Matrix(records.values(Eigen::all, columns));
  records.measures = std::move(names);
  return left_out;
}

Matrix measures_on(const Records& records, const Scale& scale) {
  if (scale.array) {
    if (!records.array || records.values.cols() != std::ssize(scale.measures)) {
      throw InputError("the data have another form than the summary");
    }
    return records.values;
  }
  std::vector<Index> columns;
  for (const std::string& measure : scale.measures) {
    const auto found = std::find(records.measures.begin(), records.measures.end(), measure);
    if (records.array || found == records.measures.end()) {
      throw InputError("the data lack a measure of the summary");
    }
    columns.push_back(found - records.measures.begin());
  }
  return records.values(Eigen::all, columns);
}

Records records_of(data::Table table) {
  Records records;
  records.persons = persons_of(table);
  if (const auto visits = visits_of_one_person(table)) {
    records.doubt = "rows " + std::to_string(table.rows.at(visits->first)) + " and " +
                    std::to_string(table.rows.at(visits->second)) +
                    " look like two visits of one person: add a column person that says whose each "
                    "row is, with the ids again if all are different persons";
  }
  records.values = std::move(table.values);
  records.measures = std::move(table.features);
  records.array = table.reading.is_array;
  return records;
}

}  // namespace dsne::summary
