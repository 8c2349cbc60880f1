#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "core/errors.h"
#include "data/cell.h"
#include "data/columns/columns.h"
#include "data/columns/persons.h"
#include "data/formats/decisions.h"
#include "data/table.h"
#include "data/text/record_reader.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"
#include "summary/covariates.h"
#include "tools/summarize/summarize.h"

namespace dsne::tools {
namespace {

using Names = std::vector<std::string>;

const char* const data_input = "the data (--data)";
const char* const verdict_file_name = "the verdicts (--verdicts)";
const char* const the_covariates = "the covariates (--covariates)";

/// Prints the verdicts. A scan without one counts as kept.
/// @return which scans are excluded
std::vector<bool> excluded_by(const std::vector<data::Verdict>& verdicts, std::ostream& out) {
  const auto all = [&](data::Verdict which) {
    return std::count(verdicts.begin(), verdicts.end(), which);
  };
  std::vector<bool> excluded;
  excluded.reserve(verdicts.size());
  for (const data::Verdict verdict : verdicts) {
    excluded.push_back(verdict == data::Verdict::excluded);
  }
  out << "Verdicts: " << all(data::Verdict::excluded) << " excluded, "
      << all(data::Verdict::accepted) << " kept, " << all(data::Verdict::none)
      << " without a verdict, which count as kept.\n";
  return excluded;
}

/// Reads a file of verdicts: a line for each scan, or the CSV of a report's decisions, with the
/// columns `id` and `decision`. A scan that is not in the CSV has no verdict.
/// @param ids the scans'
/// @param excluding see data::read_verdicts
/// @return which scans are excluded
std::vector<bool> read_verdict_file(const fs::path& file, const std::vector<std::string>& ids,
                                    const std::string& excluding, std::ostream& out) {
  const auto saved =
      data::read_decisions(data::open_text(file, verdict_file_name), verdict_file_name);
  if (!saved) {
    return excluded_by(data::read_verdicts(data::read_labels(file, verdict_file_name, ids.size()),
                                           excluding, verdict_file_name),
                       out);
  }
  if (!saved->note.empty()) out << saved->note << "\n";
  const data::Decisions& decisions = saved->by_id;
  std::vector<std::string> words;
  std::size_t found = 0;
  for (const std::string& id : ids) {
    const auto decision = decisions.find(id);
    if (decision != decisions.end()) ++found;
    words.push_back(decision == decisions.end() ? "" : decision->second.choice);
  }
  if (found == 0) {
    throw InputError(std::string(verdict_file_name) +
                     ": none of the ids is one of the data's; name their column with --id-column");
  }
  std::vector<bool> excluded =
      excluded_by(data::read_verdicts(words, excluding, verdict_file_name), out);
  if (found < decisions.size()) {
    out << "Left out: " << decisions.size() - found
        << " verdicts on ids that the data do not have.\n";
  }
  return excluded;
}

/// Reads verdicts from --verdicts or else the data's verdict_column, if the settings share them.
/// @return which scans are excluded; empty without verdicts
std::vector<bool> read_verdicts(const Values& values, const SummarySettings& settings,
                                const data::Table& table, std::ostream& out) {
  if (values.count("verdicts") != 0) {
    if (!settings.share_verdicts) {
      throw InputError(
          "the verdicts (--verdicts) would leave the site with the summary, but the settings "
          "(--settings) do not say share_verdicts true");
    }
    return read_verdict_file(values["verdicts"].as<std::string>(), table.ids,
                             settings.excluding_verdict, out);
  }
  if (settings.verdict_column.empty() || !settings.share_verdicts) return {};
  if (table.labels.empty()) throw InputError("the data (--data) have no verdict_column");
  return excluded_by(
      data::read_verdicts(table.labels, settings.excluding_verdict, "the data's verdict_column"),
      out);
}

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
    if (by_person.emplace(data::person_of(cells.back()), cells).second) continue;
    throw InputError(std::string(the_covariates) + ": the " + std::to_string(by_person.size() + 1) +
                     "th row of data is of the same person as an earlier one");
  }
  return by_person;
}

/// Reads covariates from columns of the table that the subjects are in.
/// @param table what was read of the file
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

/// Reads covariates from a file of their own, with a row per person (BIDS' participants.tsv).
/// @param persons whose each record is; a record of somebody without a row misses its value
std::vector<summary::Covariate> covariates_in_file(const fs::path& file,
                                                   const WantedCovariates& wanted,
                                                   const Names& persons, std::ostream& out) {
  const data::TextLayout layout = data::find_layout(data::open_text(file, the_covariates),
                                                    data::Header::present, the_covariates);
  std::vector<std::size_t> columns = columns_named(layout, wanted, the_covariates);
  columns.push_back(person_column(layout));
  const auto rows = rows_by_person(read_cells(file, layout, columns, the_covariates));
  std::set<std::string> unknown(persons.begin(), persons.end());
  const std::size_t all = unknown.size();
  std::erase_if(unknown, [&](const std::string& person) { return rows.contains(person); });
  if (unknown.size() == all) {
    throw InputError(std::string(the_covariates) + " contain nobody of the data (--data)");
  }
  std::vector<summary::Covariate> covariates;
  for (std::size_t c = 0; c < wanted.names.size(); ++c) {
    Names own;
    for (const std::string& person : persons) {
      own.push_back(unknown.contains(person) ? "" : rows.at(person)[c]);
    }
    covariates.push_back(covariate(wanted, c, own, layout.style));
  }
  if (!unknown.empty()) {
    out << "Persons who are not in the covariates (--covariates): " << unknown.size()
        << ". They get the median.\n";
  }
  return covariates;
}

/// Reads covariates from --covariates or else the data.
std::vector<summary::Covariate> read_covariates(const Values& values,
                                                const WantedCovariates& wanted,
                                                const data::Table& table, std::ostream& out) {
  if (values.count("covariates") != 0) {
    if (wanted.names.empty()) {
      throw InputError(
          "--covariates is given, but neither the settings (--settings) nor the summary name any");
    }
    return covariates_in_file(values["covariates"].as<std::string>(), wanted,
                              data::persons_of(table), out);
  }
  if (wanted.names.empty()) return {};
  return covariates_in_table(values["data"].as<std::string>(), wanted, table);
}

}  // namespace

summary::Records read_records(const Values& values, const SummarySettings& settings,
                              const WantedCovariates& wanted, std::ostream& out) {
  const fs::path path = values["data"].as<std::string>();
  data::TableFormat format = settings.format;
  if (!settings.verdict_column.empty()) format.label_column = settings.verdict_column;
  data::Table table = read_own_data(path, format, [&] {
    return data::read_data(path, data_input, settings.data_format, format);
  });
  std::vector<bool> excluded = read_verdicts(values, settings, table, out);
  const bool array = table.reading.is_array;
  if (table.features.empty() && !array) {
    throw InputError(std::string(data_input) + " has no names of columns; a summary needs them");
  }
  if (array && !wanted.names.empty()) throw InputError("covariates need a table of measures");
  auto covariates = read_covariates(values, wanted, table, out);
  summary::Records records = summary::records_of(std::move(table));
  records.excluded = std::move(excluded);
  records.covariates = std::move(covariates);
  return records;
}

}  // namespace dsne::tools
