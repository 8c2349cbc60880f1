#include "summary/records.h"

#include <algorithm>
#include <map>

#include "core/digest.h"
#include "core/errors.h"
#include "data/persons.h"

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

}  // namespace dsne::summary
