#pragma once

#include <istream>
#include <string>

#include "data/table.h"

namespace dsne::data {

/// Reads a text table from the beginning of the stream; see read_table.
Table read_text_table(std::istream& in, const std::string& input, const TableFormat& format);

}  // namespace dsne::data
