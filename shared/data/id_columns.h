#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/column_roles.h"
#include "data/text_layout.h"

namespace dsne::data {

/// The columns that make up a row's id.
struct IdColumns {
  std::vector<std::size_t> columns;  ///< empty if rows have no ids
  bool guessed = false;              ///< numbers in a column with a meaningless name
};

/// Finds the ids of a table's rows: by the columns' names, the best ones that distinguish all rows
/// (bids_name; a person with session, task, run, …; a file's name), else by content (texts that all
/// differ; in the first column also numbers that can hardly be measures).
IdColumns find_ids(const TextLayout& layout);

/// Finds the column that says whose a row is: the first of those whose names most surely do, else
/// the first of several ids' (a person's, with what tells her scans apart).
/// @param ids the columns whose cells make up a row's id
std::optional<std::size_t> find_person_column(const TextLayout& layout,
                                              const std::vector<std::size_t>& ids);

/// The columns with this role that hold a value.
std::vector<std::size_t> columns_of(const TextLayout& layout, ColumnRole role);

/// Returns a column's role; ColumnRole::measure in a table without a header.
ColumnRole role_of(const TextLayout& layout, std::size_t column);

/// Returns whether cells are whole numbers that count the rows from 0 or 1.
bool counts_rows(const std::vector<std::string>& cells);

/// Fewer numbers that count up, or all differ, may be a measure.
inline constexpr std::size_t least_rows_by_nature = 10;

}  // namespace dsne::data
