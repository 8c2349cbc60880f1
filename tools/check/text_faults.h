#pragma once

#include <boost/filesystem/path.hpp>
#include <string>

#include "data/table.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// Finds every fault of a kind in a text table's cells and rows; the reader stops at the first.
/// Rows with another number of cells than the header, mixed decimal marks, infinite numbers,
/// repeated ids.
/// @param name names the file in reports
Problems faults_of_text(const boost::filesystem::path& file, const data::TableFormat& format,
                        const std::string& name);

}  // namespace dsne::tools::checking
