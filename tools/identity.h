#pragma once

#include <string>
#include <vector>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne identity`: makes a site's long-term key, once, and prints the half of it that the other
/// sites are told. A file that is there is never written.
/// @return the exit code, 0
/// @throws UsageError when the arguments are not one file
/// @throws InputError when the file is there and is no such key
/// @throws StorageError when it cannot be read or written
int identity_command(const std::vector<std::string>& arguments, const Console& console);

}  // namespace dsne::tools
