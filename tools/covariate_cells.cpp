#include "tools/covariate_cells.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/errors.h"
#include "data/cell.h"
#include "data/columns.h"
#include "data/text_layout.h"
#include "summary/covariates.h"
#include "summary/subjects.h"

namespace dsne::tools {
namespace {

using Names = std::vector<std::string>;

const char* const data_input = "the data (--data)";
const char* const the_covariates = "the covariates (--covariates)";

/// The cells of some columns, by the rows of data.
using CellRows = std::map<std::size_t, Names>;

std::vector<std::size_t> columns_named(const data::TextLayout& layout,
                                       const WantedCovariates& wanted, const std::string& input) {
  std::vector<std::size_t> columns;
  for (const std::string& name : wanted.names) {
    const std::string column = wanted.known ? summary::covariate_base(name) : name;
    columns.push_back(data::named_column(layout, column, false, "covariates", input).value());
  }
  return columns;
}

CellRows read_cells(const fs::path& file, const data::TextLayout& layout,
                    const std::vector<std::size_t>& columns, const std::string& input) {
  CellRows rows = data::cells_by_row(data::open_text(file, input), layout, columns, input);
  for (auto& [row, cells] : rows) {
    for (std::string& cell : cells) cell = data::without_wide_blanks(cell);
  }
  return rows;
}

summary::Covariate covariate(const WantedCovariates& wanted, std::size_t which, const Names& cells,
                             const data::NumberStyle& style) {
  const std::string& name = wanted.names[which];
  return wanted.known ? summary::known_covariate(name, cells, style)
                      : summary::covariate_of(name, cells, style);
}

/// The column that says whose each row is.
std::size_t person_column(const data::TextLayout& layout) {
  const data::IdColumns ids = data::find_ids(layout);
  if (!ids.columns.empty()) return ids.columns.front();
  throw InputError(std::string(the_covariates) + " have no column of ids, such as participant_id");
}

/// Each person's row. @param rows with a person in the last cell
std::map<std::string, Names> rows_by_person(const CellRows& rows) {
  std::map<std::string, Names> by_person;
  for (const auto& [row, cells] : rows) {
    if (by_person.emplace(summary::person_of(cells.back()), cells).second) continue;
    throw InputError(std::string(the_covariates) + ": the " + std::to_string(by_person.size() + 1) +
                     "th row of data is of the same person as an earlier one");
  }
  return by_person;
}

}  // namespace

std::vector<summary::Covariate> covariates_in_table(const fs::path& file,
                                                    const WantedCovariates& wanted,
                                                    const data::Table& table) {
  if (table.rows.empty()) {
    throw InputError(std::string(data_input) +
                     " have no columns for covariates: give them in a table of their own with "
                     "--covariates");
  }
  const data::TextLayout layout =
      data::find_layout(data::open_text(file, data_input), data::Header::automatic, data_input);
  const std::vector<std::size_t> columns = columns_named(layout, wanted, data_input);
  for (const std::size_t column : columns) {
    if (std::ranges::find(table.columns, column + 1) == table.columns.end()) {
      continue;
    }
    throw InputError("a covariate in the settings is also a measure of the summary");
  }
  const CellRows rows = read_cells(file, layout, columns, data_input);
  std::vector<summary::Covariate> covariates;
  for (std::size_t c = 0; c < wanted.names.size(); ++c) {
    Names own;
    for (const std::size_t row : table.rows) own.push_back(rows.at(row)[c]);
    covariates.push_back(covariate(wanted, c, own, layout.style));
  }
  return covariates;
}

CovariateFile covariates_in_file(const fs::path& file, const WantedCovariates& wanted,
                                 const Names& persons) {
  const data::TextLayout layout = data::find_layout(data::open_text(file, the_covariates),
                                                    data::Header::present, the_covariates);
  std::vector<std::size_t> columns = columns_named(layout, wanted, the_covariates);
  columns.push_back(person_column(layout));
  const auto rows = rows_by_person(read_cells(file, layout, columns, the_covariates));
  CovariateFile result;
  std::set<std::string> unknown;
  for (const std::string& person : persons) {
    if (!rows.contains(person)) unknown.insert(person);
  }
  result.unknown = unknown.size();
  if (std::ranges::all_of(persons,
                          [&](const std::string& person) { return unknown.contains(person); })) {
    throw InputError(std::string(the_covariates) + " contain nobody of the data (--data)");
  }
  for (std::size_t c = 0; c < wanted.names.size(); ++c) {
    Names own;
    for (const std::string& person : persons) {
      own.push_back(unknown.contains(person) ? "" : rows.at(person)[c]);
    }
    result.covariates.push_back(covariate(wanted, c, own, layout.style));
  }
  return result;
}

}  // namespace dsne::tools
