#pragma once

#include <map>
#include <string>
#include <vector>

#include "run/site_table.h"

namespace dsne::run {

/// All sites' tables, by the sites' ids.
using SiteTables = std::map<std::string, SiteTable>;

/// What keeps the sites' tables from being compared, a line each: a header that some lack, other
/// kinds of scans, images of another size, spacing or orientation.
std::vector<std::string> table_faults(const SiteTables& tables);

}  // namespace dsne::run
