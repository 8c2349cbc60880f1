#pragma once

#include "data/data_format.h"
#include "tools/command_line.h"

namespace dsne::tools {

/// Adds the options that say how subjects' data are read: `--data-format`, `--id-column` and
/// `--label-column`, with the names of a run's inputs.
Options with_data_options(Options options);

/// Returns the given file format, automatic without one.
/// @throws UsageError when it is unknown
data::DataFormat data_format_of(const Values& values);

/// Returns the given columns.
data::TableFormat table_format_of(const Values& values);

}  // namespace dsne::tools
