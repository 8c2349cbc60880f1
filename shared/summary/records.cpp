#include "summary/records.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "core/digest.h"
#include "core/errors.h"
#include "data/columns/persons.h"
#include "data/missing.h"
#include "data/names/measure_names.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;
using RecordRows = std::vector<Index>;

/// Two records whose persons' ids are two spellings of one.
std::optional<std::pair<std::size_t, std::size_t>> two_spellings(const Names& persons) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto [before, is_new] = first.emplace(data::plain_id(persons[i]), i);
    if (!is_new && persons[before->second] != persons[i]) return std::pair(before->second, i);
  }
  return std::nullopt;
}

/// Each person's records, in the records' order.
std::vector<std::pair<std::string, RecordRows>> rows_by_person(const Names& persons) {
  std::map<std::string, std::size_t> known;
  std::vector<std::pair<std::string, RecordRows>> records;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto [place, is_new] = known.emplace(persons[i], records.size());
    if (is_new) records.emplace_back(persons[i], RecordRows());
    records[place->second].second.push_back(static_cast<Index>(i));
  }
  return records;
}

Bytes32 digest_of(const Matrix& points, Index row) {
  return hash_of({{reinterpret_cast<const char*>(points.data() + row * points.cols()),
                   static_cast<std::size_t>(points.cols()) * sizeof(double)}});
}

}  // namespace

Matrix measures_on(const Records& records, const Scale& scale) {
  if (scale.array) {
    if (!records.array || records.values.cols() != std::ssize(scale.measures)) {
      throw InputError("the data have another form than the summary");
    }
    return records.values;
  }
  std::vector<Index> columns;
  for (const auto& column : data::find_exactly(scale.measures, records.measures)) {
    if (records.array || !column) throw InputError("the data lack a measure of the summary");
    columns.push_back(static_cast<Index>(*column));
  }
  return records.values(Eigen::all, columns);
}

Records records_of(data::Table table) {
  Records records;
  records.persons = data::persons_of(table);
  records.rows = table.rows;
  if (const auto& doubt = table.reading.person_doubt) {
    records.doubt = doubt->found + ": write into the site's settings " + data::answer_to(*doubt);
  } else if (const auto two = two_spellings(records.persons)) {
    records.doubt = data::two_rows(table, *two) +
                    " have ids that differ only in case, zeros or separators: write one person's "
                    "id in one way, and give two persons ids that differ in more";
  }
  records.values = std::move(table.values);
  records.measures = std::move(table.features);
  records.array = table.reading.is_array;
  return records;
}

Subjects subjects_of(Matrix points, const std::vector<std::string>& persons) {
  const auto records = rows_by_person(persons);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const RecordRows& rows = records[i].second;
    // Earlier persons' rows may be overwritten: a person's first record never comes before theirs.
    const RowVector mean = rows.size() == 1 ? RowVector(points.row(rows.front()))
                                            : points(rows, Eigen::all).colwise().mean().eval();
    points.row(static_cast<Index>(i)) = mean;
  }
  std::map<Bytes32, std::vector<std::size_t>> by_digest;
  for (std::size_t i = 0; i < records.size(); ++i) {
    by_digest[digest_of(points, static_cast<Index>(i))].push_back(i);
  }
  Subjects subjects;
  RecordRows order;
  for (const auto& [digest, same] : by_digest) {
    order.push_back(static_cast<Index>(same.front()));
    std::vector<std::string>& names = subjects.persons.emplace_back();
    for (const std::size_t i : same) names.push_back(records[i].first);
  }
  subjects.points = points(order, Eigen::all);
  return subjects;
}

namespace {

using Names = std::vector<std::string>;

/// Returns whether a count is below a limit. The count has noise: half of what chance makes of it.
bool is_below(Index count, Index limit, privacy::RandomSource& source) {
  const double noise = std::sqrt(static_cast<double>(limit)) / 2;
  const double noisy = static_cast<double>(count) + noise * privacy::standard_normal(source);
  return noisy < static_cast<double>(limit);
}

/// Returns how many values must differ.
Index least_different(Index records, Index least) { return std::min(2 * least, records / 2); }

/// Returns why a column would identify somebody, missing values replaced by the median; "" if it
/// would not.
std::string reason_against(const Matrix& values, Index column, Index least,
                           privacy::RandomSource& source) {
  const RowVector median = data::present_medians(values.col(column), 1);
  if (median.hasNaN()) return "it has no value";
  const Matrix filled = data::filled(values.col(column), median);
  std::map<double, Index> counts;
  Index commonest = 0;
  for (const double value : filled.reshaped()) {
    commonest = std::max(commonest, ++counts[value]);
  }
  const Index records = values.rows();
  const bool is_shared = !is_below(commonest, (records + 1) / 2, source);
  const Index different = least_different(records, least);
  if (is_shared || counts.size() == 1) return "half of the subjects share a value";
  if (is_below(std::ssize(counts), different, source)) {
    return "fewer than " + std::to_string(different) + " of its values differ";
  }
  return "";
}

std::string reason_against(const std::string& name, const std::unordered_set<std::string>& listed) {
  if (listed.empty() && !data::is_known_measure(name)) {
    return "no tool's measure has this name, and feature_columns does not list it";
  }
  if (!listed.empty() && !listed.contains(name)) {
    return "feature_columns does not list it";
  }
  if (is_measure_name(name)) return "";
  if (name.find_first_of("=+-@") == 0) {
    return "a spreadsheet would take its name for a formula: rename it";
  }
  return "a summary's measure may not have this name: rename it";
}

void choose_in_array(Records& records, Index least, privacy::RandomSource& source) {
  Matrix& values = records.values;
  if (records.measures.empty()) {
    records.measures = data::numbered_names(static_cast<std::size_t>(values.cols()));
  }
  if (values.array().isNaN().colwise().all().any()) {
    throw InputError(
        "a value of the arrays is missing in every row, as of a region that no scan covers: "
        "bring arrays without it");
  }
  const RowVector medians = data::present_medians(values, 1);
  const Index enough = least_different(values.rows(), least);
  for (Index c = 0; c < values.cols(); ++c) {
    const auto same = [&](double value) { return std::isnan(value) || value == medians(c); };
    const auto column = values.col(c);
    const auto different = values.rows() - std::count_if(column.begin(), column.end(), same);
    if (is_below(different, enough, source)) values.col(c).setConstant(medians(c));
  }
}

}  // namespace

std::vector<data::LeftOut> choose_measures(Records& records, const Names& listed, Index least,
                                           privacy::RandomSource& source) {
  std::vector<data::LeftOut> left_out;
  if (records.array) {
    choose_in_array(records, least, source);
    return left_out;
  }
  const std::unordered_set<std::string> listed_names(listed.begin(), listed.end());
  std::vector<Index> columns;
  Names names;
  bool any_name_accepted = false;
  for (Index c = 0; c < records.values.cols(); ++c) {
    const std::string& name = records.measures[static_cast<std::size_t>(c)];
    std::string reason = reason_against(name, listed_names);
    if (reason.empty()) {
      any_name_accepted = true;
      reason = reason_against(records.values, c, least, source);
    }
    if (!reason.empty()) {
      left_out.push_back({name, reason});
      continue;
    }
    columns.push_back(c);
    names.push_back(name);
  }
  if (columns.empty()) {
    throw InputError(any_name_accepted
                         ? "no measure is left for a summary: in each, half of the subjects share "
                           "a value, or too few values differ; look whether rows are copies"
                         : "no measure is left for a summary; list the table's measures in the "
                           "settings, as feature_columns");
  }
  records.values = Matrix(records.values(Eigen::all, columns));
  records.measures = std::move(names);
  return left_out;
}

}  // namespace dsne::summary
