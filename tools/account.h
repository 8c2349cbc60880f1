#pragma once

#include <string>
#include <vector>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne account`: what a setting's noise is worth, by every accountant that holds for it, or the
/// noise that a wanted ε needs.
/// @return the exit code, 0
/// @throws UsageError when an argument is missing, out of its range, or does not apply
/// @throws StorageError when the plot cannot be written
int account_command(const std::vector<std::string>& arguments, const Console& console);

}  // namespace dsne::tools
