#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne reference`: a reference from public quality measures.
Command reference_command();

}  // namespace dsne::tools
