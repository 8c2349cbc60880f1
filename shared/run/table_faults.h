#pragma once

#include <map>
#include <string>
#include <vector>

#include "run/site_table.h"

namespace dsne::run {

/// All sites' tables, by the sites' ids.
using SiteTables = std::map<std::string, SiteTable>;

/// Something that keeps tables from being compared.
struct TableFault {
  std::string kind;  ///< "no_header", "number_of_values", "modality", "geometry", "different_units"
  std::string text;  ///< whose tables differ, and in what, without a full stop
  std::string remedy;  ///< what to do
};

/// Compares tables: a header that some lack, other numbers of columns without one, other kinds of
/// scans, images of another size, spacing or orientation than most, other units behind the numbers.
/// Networks whose regions have names are compared by these, in any order.
/// @param noun what stands before their names: "site", or nothing
std::vector<TableFault> compare_tables(const SiteTables& tables, const std::string& noun);

/// The same as lines for the sites of a run.
std::vector<std::string> table_faults(const SiteTables& tables);

}  // namespace dsne::run
