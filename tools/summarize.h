#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne summarize`: makes and keeps what a site shares, its summary.
Command summarize_command();

}  // namespace dsne::tools
