#pragma once

#include <string>
#include <vector>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne simulate`: makes a whole run on this machine, as COINSTAC's simulator does.
/// @return the exit code: 0, or 1 when the run failed
/// @throws UsageError, InputError, StorageError
int simulate_command(const std::vector<std::string>& arguments, const Console& console);

}  // namespace dsne::tools
