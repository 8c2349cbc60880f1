#pragma once

#include <string>

#include "data/table.h"
#include "data/text_input.h"

namespace dsne::data {

/// Reads a text table; see read_table.
Table read_text_table(const TextInput& text, const std::string& input, const TableFormat& format);

}  // namespace dsne::data
