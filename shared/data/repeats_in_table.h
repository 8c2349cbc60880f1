#pragma once

#include <string>

#include "data/columns.h"
#include "data/table.h"
#include "data/text_layout.h"

namespace dsne::data {

/// Leaves out columns that repeat another one, as where tables were put side by side, and gives
/// measures their canonical names, but where two columns would have the same.
/// @throws InputError when two columns of one name hold different values
void leave_out_repeated_columns(Table& table, const std::string& input);

/// Refuses several rows of one id where a column of words tells them apart: sides, pipelines, a
/// measure in each row.
/// @throws InputError naming the column
void refuse_parts_of_scans(const TextLayout& layout, const Columns& columns, const Table& table,
                           const std::string& input);

}  // namespace dsne::data
