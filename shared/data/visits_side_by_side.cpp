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

/// A visit's number or name: "ses-01", "V2", "m12", "T0", "2019", "bl", "| Instance 2", and UK
/// Biobank's "-2.0" and "_i2".
std::optional<AtVisit> at_visit(const std::string& name) {
  static const std::regex behind(
      R"((.*[^-_. |])[-_. |]+((?:ses|session|visit|v|tp|timepoint|time|wave|w|year|yr|y|month|m|fu|instance)[-_. ]?0*\d{1,2}|)"
      R"(t0|t[3-9]|t\d{2}|bl|base|baseline|pre|post|fu|follow[-_]?up|retest|(?:19|20)\d{2}|e\d{1,2}_c\d{1,2}))",
      std::regex::icase);
  static const std::regex before(
      R"(((?:ses|session|visit|v|tp|timepoint|wave|year|month|m|fu)[-_. ]?0*\d{1,2}|t0|t[3-9]|t\d{2}|)"
      R"(bl|base|baseline|pre|post|fu|follow[-_]?up|retest)[-_. ]+(\w.*))",
      std::regex::icase);
  static const std::regex biobank(R"((?:(?:f\.|X)?(\d+)[-.](\d)\.(\d+)|(.*p\d+)_i(\d)(_a\d+)?))");
  std::smatch found;
  if (std::regex_match(name, found, biobank)) {
    return found[1].matched ? AtVisit{found[1].str() + "." + found[3].str(), found[2]}
                            : AtVisit{found[4].str() + found[6].str(), found[5]};
  }
  if (std::regex_match(name, found, behind)) return AtVisit{found[1], lower_case(found[2].str())};
  if (std::regex_match(name, found, before)) return AtVisit{found[2], lower_case(found[1].str())};
  return std::nullopt;
}

/// What may be a visit: a number alone, T1 and T2, which are kinds of scans, too, and the x and y
/// of merged tables.
std::optional<AtVisit> maybe_at_visit(const std::string& name) {
  static const std::regex behind(R"((.*\w)[-_. ]+((?:t[1-9]|[1-9]|x|y)))", std::regex::icase);
  static const std::regex before(R"((t[1-9])[-_. ]+(\w.*))", std::regex::icase);
  std::smatch found;
  if (std::regex_match(name, found, behind)) return AtVisit{found[1], lower_case(found[2].str())};
  if (std::regex_match(name, found, before)) return AtVisit{found[2], lower_case(found[1].str())};
  return std::nullopt;
}

/// The columns of numbers that stand for a measure at a visit, by measure and visit.
using Visits = std::map<std::string, std::map<std::string, std::size_t>>;

constexpr std::size_t most_visits = 12;

/// A column whose name tells no visit.
constexpr const char* own_visit = "";

Visits visits_of(const TextLayout& layout) {
  Visits visits;
  if (!layout.header) return visits;
  std::vector<std::size_t> others;
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    const ColumnRole role = role_of(layout, c);
    if (layout.kinds[c].kind != CellKind::number || role != ColumnRole::measure) continue;
    const auto found = at_visit(layout.names[c]);
    if (!found) others.push_back(c);
    if (found) visits[found->measure][found->visit] = c;
  }
  for (const std::size_t c : others) {
    if (visits.contains(layout.names[c])) visits[layout.names[c]][own_visit] = c;
    const auto found = maybe_at_visit(layout.names[c]);
    if (!found || known_measure(layout.names[c])) continue;
    if (!visits.contains(found->measure) && !known_measure(found->measure)) continue;
    visits[found->measure][found->visit] = c;
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

std::map<std::size_t, std::string> columns_of_other_visits(const TextLayout& layout,
                                                           const Source& source) {
  std::map<std::size_t, std::string> others;
  for (const auto& [measure, columns] : visits_of(layout)) {
    if (columns.contains(own_visit)) {
      for (const auto& [visit, column] : columns) {
        if (visit == own_visit) continue;
        others.emplace(column,
                       "another visit's value beside the row's: name it in "
                       "feature_columns to use it");
      }
      continue;
    }
    std::vector<std::size_t> filled;
    std::vector<std::size_t> empty;
    for (const auto& [visit, column] : columns) {
      (is_mostly_empty(layout, column) ? empty : filled).push_back(column);
    }
    if (filled.size() == 1) {
      for (const std::size_t column : empty) {
        others.emplace(column, "a further visit, without a value in most rows");
      }
    }
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
