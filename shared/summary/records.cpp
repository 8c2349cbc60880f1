#include "summary/records.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <regex>
#include <set>
#include <string_view>

#include "core/digest.h"
#include "core/errors.h"
#include "data/measure_names.h"
#include "data/missing.h"
#include "data/scan_kinds.h"
#include "data/word_list.h"
#include "summary/summary.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;
using RecordRows = std::vector<Index>;

/// Returns why a column would identify somebody, missing values replaced by the median; "" if it
/// would not.
std::string reason_against(const Matrix& values, Index column, Index least) {
  const RowVector median = data::present_medians(values.col(column), 1);
  if (median.hasNaN()) return "it has no value";
  const Matrix filled = data::filled(values.col(column), median);
  std::map<double, Index> counts;
  Index commonest = 0;
  for (const double value : filled.reshaped()) {
    commonest = std::max(commonest, ++counts[value]);
  }
  if (2 * commonest >= values.rows()) return "half of the subjects share a value";
  if (std::ssize(counts) < 2 * least) {
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
  if (is_measure_name(name)) return "";
  if (name.find_first_of("=+-@") == 0) {
    return "a spreadsheet would take its name for a formula: rename it";
  }
  return "a summary's measure may not have this name: rename it";
}

void choose_in_array(Records& records, Index least) {
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
  for (Index c = 0; c < values.cols(); ++c) {
    const auto same = [&](double value) { return std::isnan(value) || value == medians(c); };
    const auto column = values.col(c);
    const auto different = values.rows() - std::count_if(column.begin(), column.end(), same);
    if (different < 2 * least) values.col(c).setConstant(medians(c));
  }
}

/// Whether it is a letter or a digit, or part of one beyond ASCII.
bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80;
}

/// The part `sub-…` of an id, in any case.
std::optional<std::string> bids_subject(const std::string& id) {
  constexpr std::string_view mark = "sub-";
  const std::string lower = data::lower_case(id);
  for (std::size_t at = lower.find(mark); at != std::string::npos; at = lower.find(mark, at + 1)) {
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

/// Patterns match by recursion.
constexpr std::size_t longest_matched = 200;

std::optional<Visit> visit_of(std::string id) {
  static const std::regex ending(R"((\.(nii|gz|csv|tsv|txt|npy|json))+$)", std::regex::icase);
  static const std::regex word(
      R"((.*?[^-_. ])[-_. ]+((?:ses|session|visit|vis|timepoint|time|tp|run|scan|wave|year|yr|month|)"
      R"(mo|week|wk|day|fu|mri|mr)[-_ ]?[a-z]?\d+|baseline|base|bl|pre|post|followup|follow-up|)"
      R"(retest|screening|\d+[-_]?(?:year|yr|y|month|mo|m|week|wk|w|day|d)s?)(?:[-_. ].*)?)",
      std::regex::icase);
  static const std::regex number(R"((.*[^-_. ])[-_. ]+([a-z]?\d{1,4}|[a-z]))", std::regex::icase);
  if (id.size() > longest_matched) return std::nullopt;
  id = std::regex_replace(id, ending, "");
  if (!data::kind_in_id(id).empty()) id.erase(id.rfind('_'));
  std::smatch found;
  const bool is_word = std::regex_match(id, found, word);
  if (!is_word && !std::regex_match(id, found, number)) return std::nullopt;
  return Visit{found[1], found[2], is_word};
}

/// Two records whose persons' ids are two spellings of one.
std::optional<std::pair<std::size_t, std::size_t>> two_spellings(const Names& persons) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const auto [before, is_new] = first.emplace(plain_id(persons[i]), i);
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

std::vector<data::LeftOut> choose_measures(Records& records, const Names& listed, Index least) {
  std::vector<data::LeftOut> left_out;
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
  records.rows = table.rows;
  const auto rows = [&](const std::pair<std::size_t, std::size_t>& pair) {
    return "rows " + std::to_string(table.rows.at(pair.first)) + " and " +
           std::to_string(table.rows.at(pair.second));
  };
  if (const auto visits = visits_of_one_person(table)) {
    records.doubt = rows(*visits) +
                    " look like two visits of one person: add a column person that says whose each "
                    "row is, with the ids again if all are different persons";
  } else if (const auto spellings = two_spellings(records.persons)) {
    records.doubt = rows(*spellings) +
                    " have ids that differ only in case, zeros or separators: write one person's "
                    "id in one way, and give two persons ids that differ in more";
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

std::string plain_id(const std::string& person) {
  if (person.size() > longest_matched) return person;
  static const std::vector<std::pair<std::regex, std::string>> steps = {
      {std::regex(R"(^sub(j(ect)?)?([-_. ]+|(?=\d)))"), ""},
      {std::regex("[-_. ]+"), "-"},
      {std::regex("(^|[^0-9])0+(?=[0-9])"), "$1"},
      {std::regex("(^|[^0-9])-|-(?![0-9])"), "$1"}};
  std::string plain = data::lower_case(person);
  for (const auto& [pattern, by] : steps) plain = std::regex_replace(plain, pattern, by);
  return plain.empty() ? person : plain;
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
