#include "tools/covariate_cells.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/errors.h"
#include "data/columns.h"
#include "data/id_columns.h"
#include "data/record_reader.h"
#include "data/text_layout.h"
#include "data/written_number.h"
#include "summary/covariates.h"
#include "summary/subjects.h"

namespace dsne::tools {
namespace {

using Names = std::vector<std::string>;

const char* const the_data = "the data (--data)";
const char* const the_covariates = "the covariates (--covariates)";

/// Some columns of a text table, as they stand in it.
struct Cells {
  std::vector<std::size_t> rows;  ///< where each row stands in the file
  std::vector<Names> columns;     ///< each column's cells
};

std::vector<std::size_t> columns_named(const data::TextLayout& layout,
                                       const WantedCovariates& wanted, const std::string& input) {
  std::vector<std::size_t> columns;
  for (const std::string& name : wanted.names) {
    const std::string column = wanted.known ? summary::covariate_base(name) : name;
    columns.push_back(data::named_column(layout, column, false, "covariates", input).value());
  }
  return columns;
}

Cells read_cells(const data::TextInput& text, const data::TextLayout& layout,
                 const std::vector<std::size_t>& columns, const std::string& input) {
  Cells cells{{}, std::vector<Names>(columns.size())};
  data::RecordReader reader(*text, layout.delimiter, input);
  while (reader.row() < layout.last_row && reader.next()) {
    if (reader.row() < layout.first_row || data::repeats_header(reader, layout.names)) continue;
    if (reader.size() < layout.columns()) continue;
    cells.rows.push_back(reader.row());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      cells.columns[c].push_back(data::checked_text(data::without_wide_blanks(reader[columns[c]]),
                                                    input, reader.row(), columns[c] + 1));
    }
  }
  return cells;
}

summary::Covariate covariate(const WantedCovariates& wanted, std::size_t which, const Names& cells,
                             const data::NumberStyle& style) {
  const std::string& name = wanted.names[which];
  return wanted.known ? summary::known_covariate(name, cells, style)
                      : summary::covariate_of(name, cells, style);
}

/// The rows' persons: their ids' columns joined as a table's are.
Names persons_in(const data::TextInput& text, const data::TextLayout& layout) {
  const data::IdColumns ids = data::find_ids(layout);
  if (ids.columns.empty()) {
    throw InputError(std::string(the_covariates) +
                     " have no column of ids, such as participant_id");
  }
  const Cells cells = read_cells(text, layout, {ids.columns.front()}, the_covariates);
  Names persons;
  for (const std::string& id : cells.columns.front()) persons.push_back(summary::person_of(id));
  return persons;
}

/// The number of each person's row.
std::map<std::string, std::size_t> rows_by_person(const Names& persons) {
  std::map<std::string, std::size_t> rows;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    if (rows.emplace(persons[i], i).second) continue;
    throw InputError(std::string(the_covariates) + ": the " + std::to_string(i + 1) +
                     "th row of data is of the same person as an earlier one");
  }
  return rows;
}

}  // namespace

std::vector<summary::Covariate> covariates_in_table(const fs::path& file,
                                                    const WantedCovariates& wanted,
                                                    const data::Table& table) {
  if (table.rows.empty()) {
    throw InputError(std::string(the_data) +
                     " have no columns for covariates: give them in a table of their own with "
                     "--covariates");
  }
  const data::TextLayout layout =
      data::find_layout(data::open_text(file, the_data), data::Header::automatic, the_data);
  const std::vector<std::size_t> columns = columns_named(layout, wanted, the_data);
  for (const std::size_t column : columns) {
    if (std::find(table.columns.begin(), table.columns.end(), column + 1) == table.columns.end()) {
      continue;
    }
    throw InputError("a covariate in the settings is also a measure of the summary");
  }
  const Cells cells = read_cells(data::open_text(file, the_data), layout, columns, the_data);
  std::map<std::size_t, std::size_t> by_row;
  for (std::size_t i = 0; i < cells.rows.size(); ++i) by_row[cells.rows[i]] = i;
  std::vector<summary::Covariate> covariates;
  for (std::size_t c = 0; c < wanted.names.size(); ++c) {
    Names own;
    for (const std::size_t row : table.rows) own.push_back(cells.columns[c].at(by_row.at(row)));
    covariates.push_back(covariate(wanted, c, own, layout.style));
  }
  return covariates;
}

CovariateFile covariates_in_file(const fs::path& file, const WantedCovariates& wanted,
                                 const Names& persons) {
  const data::TextLayout layout = data::find_layout(data::open_text(file, the_covariates),
                                                    data::Header::present, the_covariates);
  const std::vector<std::size_t> columns = columns_named(layout, wanted, the_covariates);
  const Cells cells =
      read_cells(data::open_text(file, the_covariates), layout, columns, the_covariates);
  const auto rows = rows_by_person(persons_in(data::open_text(file, the_covariates), layout));
  CovariateFile result;
  std::set<std::string> unknown;
  for (const std::string& person : persons) {
    if (!rows.contains(person)) unknown.insert(person);
  }
  result.unknown = unknown.size();
  if (std::all_of(persons.begin(), persons.end(),
                  [&](const std::string& person) { return unknown.contains(person); })) {
    throw InputError(std::string(the_covariates) + " contain nobody of the data (--data)");
  }
  for (std::size_t c = 0; c < wanted.names.size(); ++c) {
    Names own;
    for (const std::string& person : persons) {
      own.push_back(unknown.contains(person) ? "" : cells.columns[c].at(rows.at(person)));
    }
    result.covariates.push_back(covariate(wanted, c, own, layout.style));
  }
  return result;
}

}  // namespace dsne::tools
