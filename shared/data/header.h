#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// A row of a text table with its number, from 1.
struct NumberedRow {
  std::size_t row = 0;
  std::vector<std::string> cells;
};

/// The header of a text table, as found in its first rows.
struct HeaderRows {
  bool header = false;
  std::vector<std::string> names;  ///< the columns' names, if there is a header
  std::size_t first_row = 1;       ///< the first row of data
  std::size_t columns = 0;
  std::vector<std::string> notes;
};

/// Finds the header among a text table's first rows that are not blank; see find_layout.
HeaderRows find_header(const std::vector<NumberedRow>& rows, Header header);

}  // namespace dsne::data
