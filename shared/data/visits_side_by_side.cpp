#include <algorithm>
#include <map>
#include <regex>

#include "data/columns.h"
#include "data/known_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

/// A column's name as a measure's and a visit's.
struct AtVisit {
  std::string measure;
  std::string visit;
};

/// A visit's number: "ses-01", "V2", "m12", "2019", "| Instance 2", UK Biobank's "-2.0" and "_i2".
/// A number alone, T1 and T2, which are kinds of scans, too, and the x and y of merged tables count
/// with a known measure only.
std::optional<AtVisit> at_visit(const std::string& name) {
  static const std::regex behind(
      R"((.*[^-_. |])[-_. |]+((?:ses|session|visit|v|tp|timepoint|time|wave|w|year|yr|y|month|m|fu|instance)[-_. ]?0*\d{1,2}|)"
      R"(bl|baseline|pre|post|followup|(?:19|20)\d{2}|e\d{1,2}_c\d{1,2}))",
      std::regex::icase);
  static const std::regex before(
      R"(((?:ses|session|visit|v|tp|timepoint|wave|year|month|m|fu)[-_. ]?0*\d{1,2}|bl|baseline|pre|post|followup)[-_. ]+(\w.*))",
      std::regex::icase);
  static const std::regex ambiguous(R"((.*\w)[-_. ]+((?:t[1-9]|[1-9]|x|y)))", std::regex::icase);
  static const std::regex biobank(R"((?:(?:f\.|X)?(\d+)[-.](\d)\.(\d+)|(.*p\d+)_i(\d)(_a\d+)?))");
  std::smatch found;
  if (std::regex_match(name, found, biobank)) {
    return found[1].matched ? AtVisit{found[1].str() + "." + found[3].str(), found[2]}
                            : AtVisit{found[4].str() + found[6].str(), found[5]};
  }
  if (std::regex_match(name, found, behind)) return AtVisit{found[1], lower_case(found[2].str())};
  if (std::regex_match(name, found, before)) return AtVisit{found[2], lower_case(found[1].str())};
  if (std::regex_match(name, found, ambiguous) && known_measure(found[1]) && !known_measure(name)) {
    return AtVisit{found[1], lower_case(found[2].str())};
  }
  return std::nullopt;
}

/// The columns of numbers that stand for a measure at a visit, by measure and visit.
using Visits = std::map<std::string, std::map<std::string, std::size_t>>;

constexpr std::size_t most_visits = 12;

Visits visits_of(const TextLayout& layout) {
  Visits visits;
  if (!layout.header) return visits;
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    const ColumnRole role = role_of(layout, c);
    if (layout.kinds[c].kind != CellKind::number || role != ColumnRole::measure) continue;
    if (const auto found = at_visit(layout.names[c])) visits[found->measure][found->visit] = c;
  }
  std::erase_if(visits, [](const auto& measure) {
    return measure.second.size() < 2 || measure.second.size() > most_visits;
  });
  constexpr std::size_t least_measures = 3;
  return visits.size() < least_measures ? Visits() : visits;
}

bool is_mostly_empty(const TextLayout& layout, std::size_t column) {
  return 2 * layout.kinds[column].filled < layout.first_column().size();
}

}  // namespace

std::set<std::size_t> columns_of_other_visits(const TextLayout& layout, const Source& source) {
  std::set<std::size_t> others;
  for (const auto& [measure, columns] : visits_of(layout)) {
    std::vector<std::size_t> filled;
    std::vector<std::size_t> empty;
    for (const auto& [visit, column] : columns) {
      (is_mostly_empty(layout, column) ? empty : filled).push_back(column);
    }
    if (filled.size() == 1) others.insert(empty.begin(), empty.end());
    if (filled.size() < 2) continue;
    std::ranges::sort(filled);
    source.refuse("columns " + std::to_string(filled[0] + 1) + " and " +
                  std::to_string(filled[1] + 1) +
                  " hold one measure at two visits side by side: bring a row for each visit, "
                  "with a column session, or list the columns of one visit in the settings "
                  "(feature_columns)");
  }
  return others;
}

}  // namespace dsne::data
