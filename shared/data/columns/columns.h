#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/errors.h"
#include "data/names/known_names.h"
#include "data/reading.h"
#include "data/table.h"
#include "data/text/text_layout.h"

namespace dsne::data {

/// The columns of a text table that are read, counted from 0.
struct Columns {
  std::vector<std::size_t> ids;       ///< whose cells make up a row's id, joined by "_"
  std::optional<std::size_t> person;  ///< says whose a row is (find_person_column)
  bool numbers_visits = false;  ///< no column distinguishes the rows of a person: they are numbered
  std::optional<PersonDoubt> person_doubt;  ///< another column may say it (doubt_persons)
  std::optional<std::size_t> label;
  std::optional<std::size_t> modality;  ///< holds the kind of scan
  std::vector<std::size_t> features;    ///< at least one
  std::vector<std::string> notes;       ///< what was guessed
  std::vector<LeftOut> left_out;        ///< other columns, with the reason

  /// Returns whether a column's cells are part of the rows' ids.
  bool holds_ids(std::size_t column) const {
    return std::find(ids.begin(), ids.end(), column) != ids.end();
  }
};

/// Returns a column's name; "column 3" without one.
/// @param column from 0
std::string shown_name(const TextLayout& layout, std::size_t column);

/// Finds a column by its name or, in a table without a header, by its number from 1.
/// @param may_lack whether it may be missing
/// @param parameter the parameter that asks for it ("id_column"), for errors
/// @return nothing for the name "", or if it is missing and may be
/// @throws InputError when it is missing but must not be, or occurs twice
std::optional<std::size_t> named_column(const TextLayout& layout, const std::string& name,
                                        bool may_lack, const std::string& parameter,
                                        const Source& source);

/// Finds the columns that the format asks for, by any spelling of their names (MeasureNames), and
/// what the others are: ids (find_ids), background (column_role), measures by holding numbers.
/// @throws InputError when a column is not there, is asked for twice or has no name in the header,
///   when there is no measure, or when columns are subjects or rows are time points
Columns choose_columns(const TextLayout& layout, const TableFormat& format, const Source& source);

/// The columns that make up a row's id.
struct IdColumns {
  std::vector<std::size_t> columns;  ///< empty if rows have no ids
  bool guessed = false;              ///< numbers in a column with a meaningless name
};

/// Finds the ids of a table's rows: by the columns' names, the best ones that distinguish all rows
/// (bids_name; a person with session, task, run, …; a file's name), else by content (texts that all
/// differ; in the first column also numbers that can hardly be measures; a column whose values come
/// again, with what distinguishes a person's scans).
/// @param person the column of persons, where the settings name it
IdColumns find_ids(const TextLayout& layout, std::optional<std::size_t> person = std::nullopt);

/// Refuses ids of which a spreadsheet has made dates: "1-Mar", or whole dates among others.
/// @throws InputError naming the first one's row and column
void refuse_dates_as_ids(const TextLayout& layout, std::size_t ids, const Source& source);

/// Returns whether these columns distinguish all rows.
bool are_unique(const TextLayout& layout, const std::vector<std::size_t>& columns);

/// The columns of a scan's entities (session, task, run, …), in BIDS' order.
std::vector<std::size_t> entity_columns(const TextLayout& layout);

/// Returns whether a cell holds a date or a time: 2019-03-01, 01JAN2019:08:15:00, 8:15 am.
bool is_date_or_time(const std::string& cell);

/// Returns whether a column of an unknown name repeats its values over rows as persons do who have
/// several scans: texts or whole numbers of which at least five differ and each stands in six rows
/// at most on average, and that look like codes or ids, stand in runs or in equal blocks, are each
/// in about as many rows, or make a key with the columns of a scan's entities; or texts of which
/// each stands in two rows at most on average. Dates, times, sentences and columns that are missing
/// in half of the rows are none.
bool repeats_as_persons(const TextLayout& layout, std::size_t column);

/// Returns whether a column of persons alone says whose each row is: the settings name it, or its
/// name leaves no doubt.
bool names_persons(const TextLayout& layout, std::optional<std::size_t> person,
                   const TableFormat& format);

/// Asks whose each row is, where no name of a column says so surely and another column
/// repeats_as_persons.
std::optional<PersonDoubt> doubt_persons(const TextLayout& layout, const Columns& columns);

/// Finds the column that says whose a row is: the first of those whose names most surely do, else
/// the first of several ids' (a person's, with what tells her scans apart).
/// @param ids the columns whose cells make up a row's id
std::optional<std::size_t> find_person_column(const TextLayout& layout,
                                              const std::vector<std::size_t>& ids);

/// Returns the columns of unknown names whose whole numbers can hardly be measures, with the
/// reason: a running number, in the rows' order or another; years; dates; and ages, codes and
/// scores, which lie between -10 and 150. Where half of the columns of numbers or more are of the
/// last kind, none of it is left out: these are counts, pixels or levels.
std::map<std::size_t, std::string> no_measures_by_values(const TextLayout& layout);

/// Finds columns of other visits than the rows' own, of at least three measures: visits that are
/// empty in most rows, where another one has values, and those beside a column without a visit
/// (ADNIMERGE's Hippocampus and Hippocampus_bl).
/// @return their columns, with the reason
/// @throws InputError naming two columns, where several visits of a measure stand side by side
///   ("vol_V1", "vol_V2")
std::map<std::size_t, std::string> columns_of_other_visits(const TextLayout& layout,
                                                           const Source& source);

/// The columns with this role that hold a value.
std::vector<std::size_t> columns_of(const TextLayout& layout, ColumnRole role);

/// Returns a column's role; ColumnRole::measure in a table without a header.
ColumnRole role_of(const TextLayout& layout, std::size_t column);

/// Returns whether a column of a person's role may by its name be of any code: STUDY_ID, ETHNIC_ID.
bool is_code(const TextLayout& layout, std::size_t column);

/// Returns whether cells are whole numbers that count the rows from 0 or 1.
bool counts_rows(const std::vector<std::string>& cells);

/// Fewer numbers that count up, or all differ, may be a measure.
inline constexpr std::size_t least_rows_by_nature = 10;

/// Refuses a table in which another column names other subjects than the ids do: most of its cells
/// are ids too, but in other rows, as where tables in another order were pasted side by side.
/// @param ids the column of the ids
/// @throws InputError naming both columns and the first rows
void refuse_other_ids(const TextLayout& layout, std::size_t ids, const Source& source);

/// Returns whether the row at this position, which has one below it, names columns by numbers: 0,
/// 1, 2, … after a name of ids or an empty cell. A few numbers that count up after anything else
/// may be data.
/// @param rows the first rows of a file
bool is_numbered_header(const std::vector<NumberedRow>& rows, std::size_t at);

/// Tells the units that the header states, and those that were taken off the numbers.
void tell_units(const TextLayout& layout, Table& table);

/// Leaves out columns that are copies of another one, by any spelling of their names.
/// @throws InputError when two columns of one measure hold different values, naming the rows
void leave_out_copies(Table& table, const Source& source);

/// Leaves out rows that hold statistics of other rows, whatever they are called: in each measure
/// their mean, sum, deviation, least value or the like, as exactly as the row is written, which
/// must be too exact for a scan's. Below a group of rows the first one must be of means or sums; at
/// an end of the table one must be of means, sums or deviations.
/// @return the rows in the file
std::vector<std::size_t> leave_out_statistics(Table& table);

/// Refuses several rows of one id where a column of words tells them apart: regions, sides,
/// pipelines, a measure in each row.
/// @throws InputError naming the column
void refuse_parts_of_scans(const TextLayout& layout, const Columns& columns, const Table& table,
                           const Source& source);

/// Tells that a table holds scans of several sites or scanners, if a column's name says so and it
/// is not that of the labels.
void tell_sites(const TextLayout& layout, const Columns& columns, Table& table);

/// Refuses a table in which a sum or mean of other columns (known_totals) is not theirs: in a few
/// rows, or where it is that of another row.
/// @throws InputError naming the columns and the first rows
void refuse_false_totals(const Table& table, const Source& source);

}  // namespace dsne::data
