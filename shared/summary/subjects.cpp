#include "summary/subjects.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "core/hash.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using RecordRows = std::vector<Index>;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The part `sub-…` of an id.
std::optional<std::string> bids_subject(const std::string& id) {
  constexpr std::string_view mark = "sub-";
  for (std::size_t at = id.find(mark); at != std::string::npos; at = id.find(mark, at + 1)) {
    if (at > 0 && is_word(id[at - 1])) continue;
    std::size_t end = at + mark.size();
    while (end < id.size() && is_word(id[end])) ++end;
    if (end > at + mark.size()) return id.substr(at, end - at);
  }
  return std::nullopt;
}

/// Each person's records, in the records' order.
std::vector<std::pair<std::string, RecordRows>> records_of(
    const std::vector<std::string>& persons) {
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

std::string person_of(const std::string& id) {
  if (auto subject = bids_subject(id)) return *std::move(subject);
  constexpr std::string_view longitudinal = ".long.";
  const std::size_t base = id.find(longitudinal);
  if (base != std::string::npos) return id.substr(base + longitudinal.size());
  const std::size_t session = id.find("_ses-");
  return session == std::string::npos || session == 0 ? id : id.substr(0, session);
}

std::vector<std::string> persons_of(const data::Table& table) {
  std::vector<std::string> persons;
  persons.reserve(table.ids.size());
  for (std::size_t i = 0; i < table.ids.size(); ++i) {
    const std::string& id = table.ids[i];
    const bool told = !table.persons.empty() && !table.persons[i].empty() && !bids_subject(id);
    persons.push_back(person_of(told ? table.persons[i] : id));
  }
  return persons;
}

Subjects subjects_of(Matrix points, const std::vector<std::string>& persons) {
  const auto records = records_of(persons);
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
