#include "quality/own_records.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "quality/outlier_scores.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

/// Returns the measures with at least one value.
std::vector<Index> measures_there(const Matrix& values) {
  std::vector<Index> there;
  for (Index f = 0; f < values.cols(); ++f) {
    if (!values.col(f).array().isNaN().all()) there.push_back(f);
  }
  return there;
}

bool has_enough(const RowVector& record) {
  const auto missing = static_cast<double>(record.array().isNaN().count());
  return missing <= largest_share_lacking * static_cast<double>(record.size());
}

/// Orders records by their values, missing values last.
struct ByValues {
  const Matrix& values;

  bool operator()(Index a, Index b) const {
    for (Index f = 0; f < values.cols(); ++f) {
      const double left = values(a, f);
      const double right = values(b, f);
      if (left < right || (std::isnan(right) && !std::isnan(left))) return true;
      if (right < left || (std::isnan(left) && !std::isnan(right))) return false;
    }
    return false;
  }
};

std::string person_of(const OwnRecords& own, Index record) {
  return own.persons.empty() ? std::to_string(record)
                             : own.persons.at(static_cast<std::size_t>(record));
}

}  // namespace

ComparedRecords compared_records(const OwnRecords& own) {
  const std::vector<Index> there = measures_there(own.values);
  ComparedRecords result;
  result.records = own.values.rows();
  std::set<std::string> persons;
  std::set<std::string> compared;
  std::map<Index, Index, ByValues> same(ByValues{own.values});
  for (Index i = 0; i < own.values.rows(); ++i) {
    const std::string person = person_of(own, i);
    persons.insert(person);
    if (there.empty() || !has_enough(own.values(i, there))) continue;
    if (++same[i] > 1) continue;
    if (compared.insert(person).second) result.rows.push_back(i);
  }
  for (const auto& [record, count] : same) {
    if (count > 1) result.copies += count;
  }
  result.persons = std::ssize(persons);
  return result;
}

}  // namespace dsne::quality
