#pragma once

#include <string>

#include "core/source.h"
#include "data/table.h"
#include "data/text_layout.h"

namespace dsne::data {

/// Refuses a table in which another column names other subjects than the ids do: most of its cells
/// are ids too, but in other rows, as where tables in another order were pasted side by side.
/// @param ids the column of the ids
/// @throws InputError naming both columns and the first rows
void refuse_other_ids(const TextLayout& layout, std::size_t ids, const Source& source);

/// Leaves out columns that are copies of another one, by any spelling of their names.
/// @throws InputError when two columns of one measure hold different values, naming the rows
void leave_out_copies(Table& table, const Source& source);

/// Refuses a table in which a sum or mean of other columns (known_totals) is not theirs: in a few
/// rows, or where it is that of another row.
/// @throws InputError naming the columns and the first rows
void refuse_false_totals(const Table& table, const Source& source);

}  // namespace dsne::data
