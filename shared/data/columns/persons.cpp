#include "data/columns/persons.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "data/duplicates.h"
#include "data/names/scan_kinds.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Names = std::vector<std::string>;

/// The part `sub-…` of an id, in any case.
std::optional<std::string> bids_subject(const std::string& id) {
  constexpr std::string_view mark = "sub-";
  const std::string lower = lower_case(id);
  for (std::size_t at = lower.find(mark); at != std::string::npos; at = lower.find(mark, at + 1)) {
    if (at > 0 && is_word_part(id[at - 1])) continue;
    std::size_t end = at + mark.size();
    while (end < id.size() && is_word_part(id[end])) ++end;
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
  static const std::regex file_ending(R"((\.(nii|gz|csv|tsv|txt|npy|json))+$)", std::regex::icase);
  static const std::string marks = R"([-_. ,;:|/])";
  static const std::string name = R"([^-_. ,;:|/])";
  static const std::regex word(
      "(.*?" + name + ")" + marks +
          R"(+((?:ses|session|visit|vis|timepoint|time|tp|run|scan|wave|year|yr|month|)"
          R"(mo|week|wk|day|fu|mri|mr)[-_ ]?[a-z]?\d+|baseline|base|bl|pre|post|followup|follow-up|)"
          R"(retest|screening|(?:19|20)\d{2}[-_]?\d{2}[-_]?\d{2}|)"
          R"(\d+[-_]?(?:year|yr|y|month|mo|m|week|wk|w|day|d)s?)(?:)" +
          marks + ".*)?",
      std::regex::icase);
  static const std::regex joined(
      R"((.*\d)((?:v|t|tp|ses|visit|wave|fu)\d{1,2}|pre|post|bl|fu|base|baseline|followup))",
      std::regex::icase);
  static const std::regex number(
      "(.*" + name + ")" + marks + R"(+([a-z]?\d{1,4}|[a-z])|(.*\d)([a-e]))", std::regex::icase);
  if (id.size() > longest_matched) return std::nullopt;
  id = std::regex_replace(id, file_ending, "");
  if (!kind_in_id(id).empty()) id.erase(id.rfind('_'));
  std::smatch found;
  const bool is_word = std::regex_match(id, found, word) || std::regex_match(id, found, joined);
  if (!is_word && !std::regex_match(id, found, number)) return std::nullopt;
  const std::size_t person = found[1].matched ? 1 : 3;
  return Visit{found[person], found[person + 1], is_word};
}

/// Two different persons whose names differ in capital letters alone.
std::optional<std::pair<std::size_t, std::size_t>> differ_in_case(const Names& persons) {
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const std::size_t before = first.emplace(lower_case(persons[i]), i).first->second;
    if (persons[before] != persons[i]) return std::pair(before, i);
  }
  return std::nullopt;
}

std::optional<PersonDoubt> doubt_by_ids(const Table& table) {
  if (const auto visits = visits_of_one_person(table.persons)) {
    const std::string text = two_rows(table, *visits) + " look like two visits of one person";
    return PersonDoubt{text, text, ""};
  }
  if (const auto two = differ_in_case(table.persons)) {
    const std::string text =
        "the ids of " + two_rows(table, *two) + " differ in capital letters alone";
    return PersonDoubt{text, text, ""};
  }
  return std::nullopt;
}

void settle_rows_as_persons(Table& table) {
  table.persons.clear();
  table.persons = persons_of(table);
  if (const auto same = find_duplicate(table.persons)) {
    throw InputError(
        "each_row_is_a_person is in the settings, but the ids of " + two_rows(table, *same) +
        " say that they are of one person: remove it from the settings, or correct the ids");
  }
}

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> visits_of_one_person(const Names& persons) {
  std::set<std::string> names;
  std::set<std::string> numbers;
  std::map<std::string, std::pair<std::size_t, Visit>> first;
  std::optional<std::pair<std::size_t, std::size_t>> by_word;
  std::optional<std::pair<std::size_t, std::size_t>> by_number;
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

std::string person_of(const std::string& id) {
  if (auto subject = bids_subject(id)) return *std::move(subject);
  constexpr std::string_view longitudinal = ".long.";
  const std::size_t base = id.find(longitudinal);
  if (base != std::string::npos) return id.substr(base + longitudinal.size());
  const std::size_t session = id.find("_ses-");
  return session == std::string::npos || session == 0 ? id : id.substr(0, session);
}

bool names_bids_subject(const std::string& id) { return bids_subject(id).has_value(); }

std::string plain_id(const std::string& person) {
  if (person.size() > longest_matched) return person;
  static const std::vector<std::pair<std::regex, std::string>> steps = {
      {std::regex(R"(^sub(j(ect)?)?([-_. ]+|(?=\d)))"), ""},
      {std::regex("[-_. ]+"), "-"},
      {std::regex("(^|[^0-9])0+(?=[0-9])"), "$1"},
      {std::regex("(^|[^0-9])-|-(?![0-9])"), "$1"}};
  std::string plain = lower_case(person);
  for (const auto& [pattern, by] : steps) plain = std::regex_replace(plain, pattern, by);
  return plain.empty() ? person : plain;
}

Names persons_of(const Table& table) {
  if (!table.persons.empty()) return table.persons;
  Names persons;
  for (const std::string& id : table.ids) persons.push_back(person_of(id));
  return persons;
}

void settle_persons(Table& table, const TableFormat& format) {
  auto by_column = std::exchange(table.reading.person_doubt, std::nullopt);
  if (format.each_row_is_a_person) {
    settle_rows_as_persons(table);
    return;
  }
  const bool stated = table.reading.names_persons;
  table.persons.resize(table.ids.size());
  for (std::size_t i = 0; i < table.ids.size(); ++i) {
    std::string& person = table.persons[i];
    const bool told = !person.empty() && (stated || !bids_subject(table.ids[i]));
    person = person_of(told ? person : table.ids[i]);
  }
  if (stated) return;
  table.reading.person_doubt = by_column ? std::move(by_column) : doubt_by_ids(table);
}

std::string answer_to(const PersonDoubt& doubt) {
  constexpr const char* each_row = R"("each_row_is_a_person": true)";
  if (doubt.column.empty()) {
    return std::string(each_row) +
           R"( (or, if some are of one person, "person_column": "…", with the name of a column that you add))";
  }
  return R"("person_column": )" + Json(doubt.column).dump() +
         " (or, if every row is another person, " + each_row + ")";
}

bool is_template_subject(std::string_view id) {
  return lists(
      "fsaverage fsaverage3 fsaverage4 fsaverage5 fsaverage6 fsaverage_sym cvs_avg35 "
      "cvs_avg35_inMNI152 lh.EC_average rh.EC_average V1_average",
      id);
}

}  // namespace dsne::data
