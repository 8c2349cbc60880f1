#pragma once

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne account`: reports the privacy cost of a setting's noise, or the noise for a wanted ε, by
/// the accounting of the sites' ledgers. experiments/account.py adds other accountants.
Command account_command();

}  // namespace dsne::tools
