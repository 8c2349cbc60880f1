#pragma once

#include <iosfwd>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// Makes the missing summaries of a simulated run's sites, if the run uses summaries, and adds them
/// as input `summary`. They are kept like a real site's, in output/<site>, and used again by later
/// runs.
///
/// A simulation's data may have measures that no tool names. If a table has no known measure and
/// the site's settings list none, all of its columns are used. A site with too few persons gets no
/// summary.
/// @throws InputError when a site's data cannot be read, or its kept summary is of other persons
void add_summaries(Federation& federation, std::ostream& err);

}  // namespace dsne::tools
