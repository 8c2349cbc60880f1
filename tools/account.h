#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne account`: what a setting's noise is worth, or the noise that a wanted ε needs, by the
/// accounting that the sites' ledgers use. experiments/account.py has other accountants beside it.
Command account_command();

}  // namespace dsne::tools
