#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne experiment`: makes the maps that an experiment describes, measures them, and writes
/// tables and figures.
Command experiment_command();

}  // namespace dsne::tools
