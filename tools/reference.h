#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne reference`: makes a reference from public quality measures.
Command reference_command();

}  // namespace dsne::tools
