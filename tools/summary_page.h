#pragma once

#include <string>

#include "core/files.h"
#include "summary/keeping.h"

namespace dsne::tools {

/// Returns the page about a site's summary for whoever approves that it leaves, to print and sign:
/// what it is, where it goes, what it has, and what attackers got.
/// @param attacks what attackers got, in a sentence
File summary_page(const summary::Place& place, const summary::SiteSummary& site,
                  const std::string& attacks);

}  // namespace dsne::tools
