#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne account`: what a setting's noise is worth, by every accountant that holds for it, or the
/// noise that a wanted ε needs.
Command account_command();

}  // namespace dsne::tools
