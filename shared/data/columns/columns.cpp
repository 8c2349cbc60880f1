#include "data/columns/columns.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "data/cell.h"
#include "data/duplicates.h"
#include "data/names/known_names.h"
#include "data/names/measure_names.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

std::optional<std::size_t> numbered_column(const std::string& number, std::size_t columns) {
  std::size_t value = 0;
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, value);
  const bool is_number = error == std::errc() && stop == end;
  if (!is_number || value < 1 || value > columns) return std::nullopt;
  return value - 1;
}

/// Finds columns by their names or, without a header, by their numbers.
class ColumnFinder {
 public:
  ColumnFinder(const TextLayout& layout, const Source& source) : layout_(layout), source_(source) {
    for (std::size_t c = 0; c < layout.names.size(); ++c) exact_[layout.names[c]].push_back(c);
  }

  /// As named_column, but for the name "".
  std::optional<std::size_t> find(const std::string& name, bool may_lack,
                                  const std::string& parameter) {
    const auto column =
        layout_.header ? find_name(name, parameter) : numbered_column(name, layout_.columns());
    if (!column && !may_lack) {
      source_.refuse("has no column with the name given in " + parameter);
    }
    return column;
  }

 private:
  std::optional<std::size_t> find_name(const std::string& name, const std::string& parameter) {
    if (const auto found = exact_.find(name); found != exact_.end()) {
      if (found->second.size() == 1) return found->second.front();
      source_.refuse("has more than one column with the name given in " + parameter);
    }
    if (!spellings_) spellings_.emplace(layout_.names);
    return spellings_->find(name);
  }

  const TextLayout& layout_;
  const Source& source_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> exact_;
  std::optional<MeasureNames> spellings_;
};

bool numbers_rows(const TextLayout& layout, std::size_t column) {
  const auto cells = layout.cells.find(column);
  return cells != layout.cells.end() && cells->second.size() >= least_rows_by_nature &&
         counts_rows(cells->second);
}

bool has_mean(const TextLayout& layout, std::size_t column) {
  const auto known = layout.header ? known_measure(layout.names[column]) : std::nullopt;
  return known && known->meaning->list == "mean";
}

/// Returns why a column, neither id nor label, is not a measure: because of its name, or because it
/// holds lists; "" where it may be one.
std::string why_no_measure(const TextLayout& layout, std::size_t column,
                           const TableFormat& format) {
  if (layout.header) {
    if (std::ranges::find(format.no_features, layout.names[column]) != format.no_features.end()) {
      return "no measure of these programs";
    }
    switch (role_of(layout, column)) {
      case ColumnRole::person:
        return is_code(layout, column) ? "an id or a code" : "names the subject";
      case ColumnRole::scan:
      case ColumnRole::scan_file:
        return "names the subject";
      case ColumnRole::entity:
      case ColumnRole::part:
      case ColumnRole::modality:
        return "names the scan";
      case ColumnRole::row_number:
        if (layout.names[column].empty() && column > 0 && !numbers_rows(layout, column)) break;
        return "numbers or names the rows";
      case ColumnRole::background:
        return "background, no measure: name it in feature_columns to use it";
      case ColumnRole::maybe_row_number:
        if (column == 0 && counts_rows(layout.first_column())) return "numbers the rows";
        break;
      case ColumnRole::measure:
        break;
    }
  }
  if (layout.kinds[column].lists && !has_mean(layout, column)) {
    return holds_lists;
  }
  return "";
}

void take_measures(const TextLayout& layout, const TableFormat& format,
                   const std::map<std::size_t, std::string>& of_visits, Columns& columns) {
  const auto by_values = no_measures_by_values(layout);
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    if (columns.holds_ids(c) || c == columns.label || c == columns.modality) continue;
    const bool is_person = c == columns.person && !format.person_column.empty();
    std::string reason = is_person ? "names the person" : why_no_measure(layout, c, format);
    const bool is_text = reason.empty() && layout.kinds[c].kind == CellKind::text;
    if (is_text) reason = "holds text";
    if (const auto found = by_values.find(c); reason.empty() && found != by_values.end()) {
      reason = found->second + ": name it in feature_columns to use it";
    }
    const bool may_name_persons = columns.person_doubt && columns.person_doubt->position == c;
    if (reason.empty() && may_name_persons) {
      reason = "may say whose each row is: name it in feature_columns to use it";
    }
    if (const auto found = of_visits.find(c); reason.empty() && found != of_visits.end()) {
      reason = found->second;
    }
    const bool is_empty = layout.kinds[c].kind == CellKind::missing;
    // Missing quality measures may be filled.
    const bool is_filled =
        format.features_later && layout.header && is_quality_measure(layout.names[c]);
    if (!reason.empty()) {
      columns.left_out.push_back(
          {shown_name(layout, c), reason, is_text ? LeftOutContent::text : LeftOutContent::other});
    } else if (!is_empty || is_filled) {
      columns.features.push_back(c);
    } else if (!layout.header || !layout.names[c].empty()) {  // no delimiter at the rows' ends
      columns.left_out.push_back(
          {shown_name(layout, c), "no value in any row", LeftOutContent::nothing, c + 1});
    }
  }
}

void check_distinct(const Columns& columns, bool ids_asked, const Source& source) {
  std::vector<std::size_t> all = columns.features;
  all.insert(all.end(), columns.ids.begin(), columns.ids.end());
  if (columns.label && (ids_asked || !columns.holds_ids(*columns.label))) {
    all.push_back(*columns.label);
  }
  if (find_duplicate(all)) {
    source.refuse(": id_column, label_column and feature_columns name a column twice");
  }
}

/// Whether the first column holds measures' names, so that the other columns are subjects.
bool has_measures_as_rows(const TextLayout& layout) {
  constexpr std::ptrdiff_t least = 3;
  const auto& cells = layout.first_column();
  const auto measures = std::ranges::count_if(cells, is_known_measure);
  if (measures >= least && 2 * measures >= std::ssize(cells)) return true;
  // "Subject_ID" among the rows' names; a word alone may be of a group: "patient".
  const auto names_ids = [](const std::string& cell) {
    return person_certainty(cell) > 1 && words_of(cell, true).size() > 1;
  };
  return std::ssize(cells) > least && std::ranges::count_if(cells, names_ids) == 1;
}

void check_orientation(const TextLayout& layout, const Source& source) {
  const bool by_names = layout.header && layout.names.size() > 1 &&
                        (name_subjects(layout.names) ||
                         name_subjects({layout.names.begin() + 1, layout.names.end()}));
  if (!by_names && !has_measures_as_rows(layout)) return;
  source.refuse(
      "has a column for each subject: transpose it, so that each subject is a row "
      "and each measure a column (asegstats2table without --transpose)");
}

void check_names(const TextLayout& layout, const std::vector<std::size_t>& features,
                 const Source& source) {
  for (const std::size_t column : features) {
    if (layout.names[column].empty()) {
      source.refuse("column " + std::to_string(column + 1) + " has no name in the header");
    }
  }
}

/// Refuses rows that are parts of one subject: regions, components.
void check_rows_are_no_parts(const TextLayout& layout, const Columns& columns,
                             const Source& source) {
  const auto parts = columns_of(layout, ColumnRole::part);
  if (parts.empty() || layout.first_column().size() < 3) return;
  const std::size_t part = parts.front();
  const auto person = columns.person ? layout.cells.find(*columns.person) : layout.cells.end();
  const bool one_person =
      person != layout.cells.end() && !person->second.empty() &&
      std::ranges::count(person->second, person->second.front()) == std::ssize(person->second);
  const bool no_ids = columns.ids.empty() || columns.holds_ids(part);
  if (!one_person && !no_ids) return;
  source.refuse("has a row for each region or component (column " + std::to_string(part + 1) +
                ") of one scan: bring a table with a row for each scan, and a column for each "
                "measure of each region");
}

/// Refuses one scan's regressors, a row for each time point (fMRIPrep's confounds).
void check_rows_are_scans(const TextLayout& layout, const Columns& columns, const Source& source) {
  if (!columns.ids.empty() || !layout.header || !name_regressors(layout.names)) return;
  source.refuse(
      "has a row for each time point of one scan: bring a table with a row for each "
      "scan");
}

/// Whether most cells of a column of texts may be numbers with something behind them.
bool begin_with_digits(const TextLayout& layout, std::size_t column) {
  const auto cells = layout.cells.find(column);
  if (cells == layout.cells.end()) return true;
  const auto digits = std::ranges::count_if(cells->second, [](const std::string& cell) {
    return !cell.empty() &&
           std::string_view("0123456789-+<>~").find(cell[0]) != std::string_view::npos;
  });
  return 2 * digits > std::ssize(cells->second);
}

bool holds_a_delimiter(const std::string& cell) {
  return cell.find_first_of(",;\t") != std::string::npos;
}

/// Says what the columns are where none is a measure. No name: those of the header may be private.
InputError without_numbers(const TextLayout& layout, const Columns& columns, const Source& source) {
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    if (columns.holds_ids(c) || c == columns.label) continue;
    if (layout.kinds[c].kind != CellKind::text || !begin_with_digits(layout, c)) continue;
    if (role_of(layout, c) == ColumnRole::measure) texts.push_back(std::to_string(c + 1));
  }
  if (layout.columns() == 1) {
    const bool quoted_rows = std::ranges::all_of(layout.first_column(), holds_a_delimiter);
    return source.error(quoted_rows
                            ? "has whole rows in quotes: take the quotes around each row away"
                            : "has one column, and no number in it: put a comma, a semicolon or a "
                              "tab between the cells");
  }
  return source.error("has no column of numbers" +
                      (texts.empty() ? ": it holds ids or background alone, so bring the table of "
                                       "measures"
                                     : std::string(": most cells of column") +
                                           (texts.size() > 1 ? "s " : " ") +
                                           boost::algorithm::join(texts, ", ") +
                                           " are text, so write numbers without words or units"));
}

/// Tells of several versions of the program that measured the scans.
void tell_versions(const TextLayout& layout, Columns& columns) {
  if (!layout.header) return;
  for (const auto& [column, cells] : layout.cells) {
    const std::string name = lower_case(layout.names[column]);
    const bool of_program = std::ranges::any_of(
        std::array{"mriqc", "provenance", "software", "freesurfer", "prep"},
        [&](const char* program) { return name.find(program) != std::string::npos; });
    if (!of_program || !name.ends_with("version")) continue;
    std::set<std::string> versions(cells.begin(), cells.end());
    std::erase_if(versions,
                  [](const std::string& cell) { return kind_of(cell) == CellKind::missing; });
    if (versions.size() < 2) continue;
    columns.notes.push_back(shown_name(layout, column) + " names " +
                            std::to_string(versions.size()) +
                            " versions, whose measures may differ: bring the scans of one.");
  }
}

}  // namespace

std::string shown_name(const TextLayout& layout, std::size_t column) {
  const bool named = layout.header && !layout.names[column].empty();
  return named ? layout.names[column] : "column " + std::to_string(column + 1);
}

std::optional<std::size_t> named_column(const TextLayout& layout, const std::string& name,
                                        bool may_lack, const std::string& parameter,
                                        const Source& source) {
  if (name.empty()) return std::nullopt;
  return ColumnFinder(layout, source).find(name, may_lack, parameter);
}

Columns choose_columns(const TextLayout& layout, const TableFormat& format, const Source& source) {
  Columns columns;
  if (const auto id =
          named_column(layout, format.id_column, format.may_lack_columns, "id_column", source)) {
    columns.ids = {*id};
  }
  columns.label =
      named_column(layout, format.label_column, format.may_lack_columns, "label_column", source);
  const auto stated =
      named_column(layout, format.person_column, format.may_lack_columns, "person_column", source);
  ColumnFinder finder(layout, source);
  for (const auto& name : format.feature_columns) {
    columns.features.push_back(finder.find(name, false, "feature_columns").value());
  }
  const std::unordered_set<std::size_t> listed(columns.features.begin(), columns.features.end());
  // A column of labels may tell persons and their scans apart, too.
  const auto is_no_id = [&](std::size_t column) {
    const ColumnRole role = role_of(layout, column);
    const bool tells_scans = column == stated || role == ColumnRole::entity ||
                             (role == ColumnRole::person && !is_code(layout, column)) ||
                             role == ColumnRole::scan || role == ColumnRole::scan_file;
    return listed.contains(column) || (column == columns.label && !tells_scans);
  };
  if (columns.ids.empty()) {
    const IdColumns found = find_ids(layout, stated);
    columns.ids = found.columns;
    columns.numbers_visits =
        stated && columns.ids.front() == *stated && !are_unique(layout, columns.ids);
    if (found.guessed) {
      columns.notes.push_back("The values of " + shown_name(layout, found.columns.front()) +
                              " were read as ids. If they are a measure, name it in "
                              "feature_columns, or give id_column.");
    }
    std::erase_if(columns.ids, is_no_id);
  }
  columns.person = stated ? stated : find_person_column(layout, columns.ids);
  if (columns.person && !stated && is_no_id(*columns.person)) columns.person.reset();
  columns.person_doubt = doubt_persons(layout, columns);
  if (const auto found = columns_of(layout, ColumnRole::modality);
      !found.empty() && layout.kinds[found.front()].kind == CellKind::text &&
      !listed.contains(found.front())) {
    columns.modality = found.front();
  }
  if (format.feature_columns.empty()) {
    check_orientation(layout, source);
    check_rows_are_scans(layout, columns, source);
    check_rows_are_no_parts(layout, columns, source);
    take_measures(layout, format, columns_of_other_visits(layout, source), columns);
  }
  tell_versions(layout, columns);
  if (!columns.ids.empty()) {
    refuse_dates_as_ids(layout, columns.ids.front(), source);
    refuse_other_ids(layout, columns.ids.front(), source);
  }
  if (columns.features.empty()) throw without_numbers(layout, columns, source);
  check_distinct(columns, !format.id_column.empty(), source);
  if (layout.header) check_names(layout, columns.features, source);
  return columns;
}

}  // namespace dsne::data
