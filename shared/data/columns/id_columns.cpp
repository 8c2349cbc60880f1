#include <algorithm>
#include <charconv>
#include <optional>
#include <regex>

#include "data/columns/columns.h"
#include "data/columns/persons.h"
#include "data/duplicates.h"
#include "data/names/measure_names.h"

namespace dsne::data {
namespace {

bool all_different(const std::vector<std::string>& cells) { return !find_duplicate(cells); }

bool are_digits(const std::string& cell) {
  return !cell.empty() && cell.find_first_not_of("0123456789") == std::string::npos;
}

/// A day and a month in letters, as a spreadsheet shows what it took for a date: "1-Mar", "02.
/// Jan".
bool is_short_date(const std::string& cell) {
  static const std::regex date(
      R"((\d{1,2}[-./ ]{1,2})(jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janv|févr|avr|juin|juil|août|sept|déc|ene|abr|ago|dic)[a-z]*\.?)",
      std::regex::icase);
  return std::regex_match(cell, date);
}

bool is_whole_date(const std::string& cell) {
  static const std::regex date(R"(\d{1,4}[-./]\d{1,2}[-./]\d{2,4}( 0{1,2}:00(:00)?)?)");
  return std::regex_match(cell, date);
}

/// Returns whether a first column's cells are ids: different whole numbers with leading zeros, or
/// with four or more digits, the same number in each.
bool are_numeric_ids(const std::vector<std::string>& cells) {
  constexpr std::size_t least_digits = 4;
  if (cells.size() < 2 || !std::ranges::all_of(cells, are_digits)) return false;
  if (!all_different(cells)) return false;
  const bool leading_zero = std::ranges::any_of(
      cells, [](const std::string& cell) { return cell.size() > 1 && cell.front() == '0'; });
  const std::size_t digits = cells.front().size();
  const bool alike =
      std::ranges::all_of(cells, [&](const std::string& cell) { return cell.size() == digits; });
  return leading_zero || (alike && digits >= least_digits);
}

/// What names the scans, best first: bids_name; a person's column with those of a scan's entities,
/// in BIDS' order; an image's or a file's name.
std::vector<std::vector<std::size_t>> named_ids(const TextLayout& layout,
                                                std::optional<std::size_t> stated) {
  std::vector<std::vector<std::size_t>> candidates;
  for (const std::size_t scan : columns_of(layout, ColumnRole::scan)) candidates.push_back({scan});
  const std::vector<std::size_t> entities = entity_columns(layout);
  std::vector<std::size_t> persons = columns_of(layout, ColumnRole::person);
  std::stable_partition(persons.begin(), persons.end(),
                        [&](std::size_t c) { return !is_code(layout, c); });
  if (stated) persons = {*stated};
  for (const std::size_t person : persons) {
    candidates.push_back({person});
    // A code among the columns may be anything's: repeatID.
    if (person > 0 && person != stated && is_code(layout, person)) continue;
    candidates.back().insert(candidates.back().end(), entities.begin(), entities.end());
  }
  for (const std::size_t file : columns_of(layout, ColumnRole::scan_file)) {
    candidates.push_back({file});
  }
  return candidates;
}

/// Whether only the first column's numbers are whole, of many rows, so that they are hardly a
/// measure.
bool only_first_is_whole(const TextLayout& layout) {
  if (layout.first_column().size() < least_rows_by_nature || !layout.kinds[0].whole) return false;
  std::size_t numbers = 0;
  std::size_t whole = 0;
  for (std::size_t c = 1; c < layout.columns(); ++c) {
    if (layout.kinds[c].kind != CellKind::number) continue;
    if (role_of(layout, c) != ColumnRole::measure) continue;
    ++numbers;
    whole += layout.kinds[c].whole ? 1U : 0U;
  }
  return numbers > 0 && 2 * whole < numbers;
}

/// The first column, whatever its name, that names persons: texts or whole numbers that come again
/// with what tells a person's scans apart.
IdColumns persons_by_nature(const TextLayout& layout) {
  const std::vector<std::size_t> entities = entity_columns(layout);
  if (entities.empty()) return {};
  for (const auto& [column, cells] : layout.cells) {
    const bool may_be = repeats_as_persons(layout, column) ||
                        (column == 0 && role_of(layout, 0) == ColumnRole::measure &&
                         !is_known_measure(layout.names[0]) &&
                         (layout.kinds[0].kind == CellKind::text || only_first_is_whole(layout)));
    if (!may_be) continue;
    IdColumns ids{{column}, true};
    ids.columns.insert(ids.columns.end(), entities.begin(), entities.end());
    if (are_unique(layout, ids.columns)) return ids;
  }
  return {};
}

/// Returns whether a name tells of no other column than one of measures or of rows' names.
bool may_name_rows(ColumnRole role) {
  return role == ColumnRole::measure || role == ColumnRole::row_number ||
         role == ColumnRole::maybe_row_number;
}

/// The first column whose cells can only be ids: texts that all differ or, in the table's first
/// column, numbers that do.
IdColumns ids_by_nature(const TextLayout& layout) {
  if (!layout.header) {
    const bool texts =
        layout.kinds[0].kind == CellKind::text && all_different(layout.first_column());
    return texts ? IdColumns{{0}, false} : IdColumns{};
  }
  const ColumnRole role = role_of(layout, 0);
  const bool may_be = may_name_rows(role);
  const auto& first = layout.first_column();
  if (may_be && !is_known_measure(layout.names[0]) && !counts_rows(first) &&
      (are_numeric_ids(first) || (only_first_is_whole(layout) && all_different(first)))) {
    return {{0}, layout.kinds[0].kind == CellKind::number && role == ColumnRole::measure};
  }
  for (const auto& [column, cells] : layout.cells) {
    // After the first column, words that happen to differ are not ids.
    const bool all_text = std::ranges::all_of(
        cells, [](const std::string& cell) { return read_cell(cell).kind == CellKind::text; });
    const bool are_dates = std::ranges::all_of(cells, is_date_or_time);
    if (may_name_rows(role_of(layout, column)) && layout.kinds[column].kind == CellKind::text &&
        (all_text || column == 0) && !are_dates && all_different(cells)) {
      return {{column}, false};
    }
  }
  IdColumns persons = persons_by_nature(layout);
  if (!persons.columns.empty()) return persons;
  for (const std::size_t scan : columns_of(layout, ColumnRole::entity)) {
    const bool names_scans = layout.kinds[scan].kind == CellKind::text;
    if (names_scans && are_unique(layout, {scan})) return {{scan}, false};
  }
  return {};
}

/// Ids without the sessions that some rows lack: OASIS' SES is a status, not a session.
std::vector<std::size_t> without_incomplete_sessions(const TextLayout& layout,
                                                     std::vector<std::size_t> ids) {
  std::erase_if(ids, [&](std::size_t column) {
    const auto is_missing = [](const std::string& cell) {
      return read_cell(cell).kind == CellKind::missing;
    };
    return role_of(layout, column) == ColumnRole::entity &&
           entity_order(layout.names[column]) == session_order &&
           std::ranges::any_of(layout.cells.at(column), is_missing);
  });
  return ids;
}

/// A column of BIDS' names, whatever its own: "sub-01_ses-2_T1w".
IdColumns bids_names(const TextLayout& layout) {
  for (const auto& [column, cells] : layout.cells) {
    const bool may_be = role_of(layout, column) == ColumnRole::measure &&
                        layout.kinds[column].kind == CellKind::text;
    if (may_be && std::ranges::all_of(cells, names_bids_subject)) return {{column}, false};
  }
  return {};
}

/// What names the scans of persons whose visits have dates alone.
std::vector<std::size_t> ids_with_dates(const TextLayout& layout,
                                        const std::vector<std::vector<std::size_t>>& candidates) {
  for (std::vector<std::size_t> ids : candidates) {
    for (const auto& [column, cells] : layout.cells) {
      if (!std::ranges::all_of(cells, is_date_or_time)) continue;
      ids.push_back(column);
      if (are_unique(layout, ids)) return ids;
      ids.pop_back();
    }
  }
  return {};
}

}  // namespace

void refuse_dates_as_ids(const TextLayout& layout, std::size_t ids, const Source& source) {
  const auto found = layout.cells.find(ids);
  if (found == layout.cells.end()) return;
  const auto& cells = found->second;
  const bool all_whole = std::ranges::all_of(cells, is_whole_date);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!is_short_date(cells[i]) && (all_whole || !is_whole_date(cells[i]))) continue;
    source.refuse(layout.row_numbers[i], ids + 1,
                  "a spreadsheet has made a date of the id: export the table again, with this "
                  "column as text");
  }
}

bool are_unique(const TextLayout& layout, const std::vector<std::size_t>& columns) {
  std::vector<std::string> joined(layout.first_column().size());
  for (const std::size_t column : columns) {
    const auto found = layout.cells.find(column);
    if (found == layout.cells.end()) return false;
    for (std::size_t row = 0; row < joined.size(); ++row) {
      joined[row] += '\n' + found->second[row];
    }
  }
  return all_different(joined);
}

std::vector<std::size_t> entity_columns(const TextLayout& layout) {
  std::vector<std::size_t> entities = columns_of(layout, ColumnRole::entity);
  std::ranges::stable_sort(entities, [&](std::size_t a, std::size_t b) {
    return entity_order(layout.names[a]) < entity_order(layout.names[b]);
  });
  return entities;
}

IdColumns find_ids(const TextLayout& layout, std::optional<std::size_t> person) {
  const auto candidates = named_ids(layout, person);
  for (const auto& ids : candidates) {
    const auto complete = without_incomplete_sessions(layout, ids);
    if (are_unique(layout, complete)) return {complete, false};
    if (are_unique(layout, ids)) return {ids, false};
  }
  // Rows of one person that cannot be distinguished are refused later.
  if (auto dated = ids_with_dates(layout, candidates); !dated.empty()) return {dated, false};
  IdColumns nature = ids_by_nature(layout);
  if (!nature.columns.empty()) return nature;
  const auto named = std::ranges::find_if(candidates, [&](const std::vector<std::size_t>& ids) {
    return ids.front() == 0 || ids.front() == person || !is_code(layout, ids.front());
  });
  return named == candidates.end() ? bids_names(layout) : IdColumns{*named, false};
}

std::optional<std::size_t> find_person_column(const TextLayout& layout,
                                              const std::vector<std::size_t>& ids) {
  std::optional<std::size_t> best;
  for (const std::size_t person : columns_of(layout, ColumnRole::person)) {
    const int certainty = person_certainty(layout.names[person]);
    if (certainty == 0) continue;
    if (!best || certainty > person_certainty(layout.names[*best])) best = person;
  }
  if (!best && ids.size() > 1) best = ids.front();
  return best;
}

std::vector<std::size_t> columns_of(const TextLayout& layout, ColumnRole role) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < layout.columns(); ++c) {
    if (role_of(layout, c) == role && layout.kinds[c].kind != CellKind::missing)
      columns.push_back(c);
  }
  return columns;
}

ColumnRole role_of(const TextLayout& layout, std::size_t column) {
  if (!layout.header) return ColumnRole::measure;
  return column < layout.roles.size() ? layout.roles[column] : column_role(layout.names[column]);
}

bool is_code(const TextLayout& layout, std::size_t column) {
  return role_of(layout, column) == ColumnRole::person &&
         person_certainty(layout.names[column]) == 0;
}

bool counts_rows(const std::vector<std::string>& cells) {
  std::optional<long long> before;
  for (const std::string& cell : cells) {
    long long value = 0;
    const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || stop != cell.data() + cell.size()) return false;
    if (before ? value != *before + 1 : value != 0 && value != 1) return false;
    before = value;
  }
  return true;
}

}  // namespace dsne::data
