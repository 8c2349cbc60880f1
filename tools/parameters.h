#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// A page with a run's parameters in its tables: range, default and the methods that they count for
/// as the program has them, in the third to fifth cells of the rows that begin with their names.
std::string with_parameters(const std::string& page);

/// `dsne parameters`: what the owner of a run can set.
Command parameters_command();

}  // namespace dsne::tools
