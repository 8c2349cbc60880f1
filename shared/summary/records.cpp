#include "summary/records.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string_view>

#include "core/digest.h"
#include "core/errors.h"
#include "data/scan_kinds.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;
using RecordRows = std::vector<Index>;

/// Whether it is a letter or a digit, or part of one beyond ASCII.
bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80;
}

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

/// An id as a person's name and a visit.
struct Visit {
  std::string person;
  std::string visit;
  bool is_word = false;  ///< the visit says that it is one: "ses2", "baseline"
};

std::optional<Visit> visit_of(std::string id) {
  constexpr std::size_t longest = 200;
  static const std::regex ending(R"((\.(nii|gz|csv|tsv|txt|npy|json))+$)", std::regex::icase);
  static const std::regex word(
      R"((.*?[^-_. ])[-_. ]+((?:ses|session|visit|vis|timepoint|time|tp|run|scan|wave|year|yr|month|)"
      R"(mo|week|wk|day|fu|mri|mr)[-_ ]?[a-z]?\d+|baseline|base|bl|pre|post|followup|follow-up|)"
      R"(retest|screening|\d+[-_]?(?:year|yr|y|month|mo|m|week|wk|w|day|d)s?)(?:[-_. ].*)?)",
      std::regex::icase);
  static const std::regex number(R"((.*[^-_. ])[-_. ]+([a-z]?\d{1,4}|[a-z]))", std::regex::icase);
  if (id.size() > longest) return std::nullopt;
  id = std::regex_replace(id, ending, "");
  if (!data::kind_in_id(id).empty()) id.erase(id.rfind('_'));
  std::smatch found;
  const bool is_word = std::regex_match(id, found, word);
  if (!is_word && !std::regex_match(id, found, number)) return std::nullopt;
  return Visit{found[1], found[2], is_word};
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

std::optional<std::pair<std::size_t, std::size_t>> visits_of_one_person(const data::Table& table) {
  if (table.reading.names_persons) return std::nullopt;
  std::set<std::string> names;
  std::set<std::string> numbers;
  std::map<std::string, std::pair<std::size_t, Visit>> first;
  std::optional<std::pair<std::size_t, std::size_t>> by_word;
  std::optional<std::pair<std::size_t, std::size_t>> by_number;
  const std::vector<std::string> persons = persons_of(table);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto visit = visit_of(persons[i]);
    if (!visit) continue;
    if (!visit->is_word) {
      names.insert(visit->person);
      numbers.insert(visit->visit);
    }
    const auto [before, is_new] = first.emplace(visit->person, std::pair(i, *visit));
    if (is_new || before->second.second.visit == visit->visit) continue;
    auto& pair = visit->is_word ? by_word : by_number;
    if (!pair) pair = {before->second.first, i};
  }
  if (by_word) return by_word;
  return numbers.size() <= names.size() ? by_number : std::nullopt;
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
