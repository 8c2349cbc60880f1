#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne {

/// Subjects of several sites by measures from one or more tables.
struct JoinedTables {
  Matrix values;                      ///< subjects × features; NaN where missing
  std::vector<std::string> features;  ///< the features' names
  std::vector<std::string> sites;     ///< of each subject
};

/// Joins tables by the columns subject, session and scan. Leaves out a row of the first table
/// without a partner.
/// @param features the wanted ones, each from the table that has it
/// @throws InputError when a table cannot be read
JoinedTables read_joined_tables(const fs::path& folder, const std::vector<std::string>& tables,
                                const std::vector<std::string>& features);

}  // namespace dsne
