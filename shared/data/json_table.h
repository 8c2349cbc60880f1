#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.h"

namespace dsne::data {

/// Parses JSON as Python writes it, with NaN for null and Infinity for a number too large to be
/// read. @return nothing when it is none, or nests too deeply
std::optional<Json> parse_python_json(std::string_view text);

/// Returns a table in JSON as CSV, the names first: a list of records, a record per line, lists or
/// objects by column, an object by row, or pandas' split and table (DataFrame.to_json); also where
/// it is the only list of records in an object (QSIPrep's dwiqc.json). Members of members get names
/// such as "bids_meta.task_id", and lists stay lists.
/// @return nothing for other JSON, such as one scan's measures
std::optional<std::string> json_table(std::string_view text);

}  // namespace dsne::data
