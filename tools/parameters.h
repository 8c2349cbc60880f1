#pragma once

#include <string>

#include "methods/parameters.h"
#include "tools/command_line.h"

namespace dsne::tools {

/// Returns what a parameter may be: "0 to 10000", or its choices as code.
std::string range_of(const methods::ParameterRule& rule);

/// Returns a parameter's default as people write it, a choice as code.
std::string default_of(const methods::ParameterRule& rule);

/// Returns the methods that a parameter counts for, or those that it does not, whichever are fewer.
std::string counts_for(const methods::ParameterRule& rule);

/// `dsne parameters`: lists what the owner of a run can set.
Command parameters_command();

}  // namespace dsne::tools
