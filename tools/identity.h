#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne identity`: makes a site's long-term key, once, and prints the half of it that the other
/// sites are told. A file that is there is never written.
Command identity_command();

}  // namespace dsne::tools
