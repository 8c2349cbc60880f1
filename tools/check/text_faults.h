#pragma once

#include <boost/filesystem/path.hpp>
#include <string>

#include "data/table.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// Every fault of a kind in a text table's cells and rows, where the reader stops at the first:
/// rows with another number of cells than the header, decimal marks of both kinds, numbers without
/// bounds, ids that occur twice.
/// @param name what to call the file
Problems faults_of_text(const boost::filesystem::path& file, const data::TableFormat& format,
                        const std::string& name);

}  // namespace dsne::tools::checking
