#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne {

/// Subjects of several sites by measures from one or more tables.
struct JoinedTables {
  Matrix values;                      ///< subjects × features; NaN where a value is missing
  std::vector<std::string> features;  ///< the features' names
  std::vector<std::string> sites;     ///< the site that scanned each subject
};

/// Reads tables side by side. Rows are matched by the columns subject, session and scan; a row of
/// the first table without a partner is left out.
/// @param features those wanted, each from the table that has it
/// @throws InputError when a table cannot be read
JoinedTables read_joined_tables(const fs::path& folder, const std::vector<std::string>& tables,
                                const std::vector<std::string>& features);

}  // namespace dsne
