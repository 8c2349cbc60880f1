#pragma once

#include <vector>

#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// Compares files as different sites of a run: their measures, headers, kinds of scans and units,
/// and persons who are in two of them.
Problems compare_files(const std::vector<SiteFile>& files);

}  // namespace dsne::tools::checking
