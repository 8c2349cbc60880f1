#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne summarize`: makes and keeps a site's summary, which the site shares.
Command summarize_command();

}  // namespace dsne::tools
