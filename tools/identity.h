#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne identity`: makes a site's long-term key once, and prints the public half for the other
/// sites. Never overwrites a file.
Command identity_command();

}  // namespace dsne::tools
