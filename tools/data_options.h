#pragma once

#include "data/data_format.h"
#include "tools/command_line.h"

namespace dsne::tools {

/// With the options that say how subjects' data are read: `--data-format`, `--id-column` and
/// `--label-column`, as the inputs of a run are called.
Options with_data_options(Options options);

/// The form given, automatic without one.
/// @throws UsageError when there is no such form
data::DataFormat data_format_of(const Values& values);

/// The columns given.
data::TableFormat table_format_of(const Values& values);

}  // namespace dsne::tools
