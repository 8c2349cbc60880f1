#pragma once

#include <iosfwd>

#include "tools/orchestrator.h"

namespace dsne::tools {

/// Makes the summaries of a simulated run's sites that bring none, where the run takes summaries
/// for its reference, and gives each site its own as input `summary`. They are kept as a real site
/// keeps its own, in output/<site>, and a later run takes what is there.
///
/// A simulation's data need not be measures that a tool names: where a table has none of these, and
/// the site's settings list none, all of its columns count. A site with too few persons brings
/// none.
/// @throws InputError when a site's data cannot be read, or what is kept is of other persons
void add_summaries(Federation& federation, std::ostream& err);

}  // namespace dsne::tools
