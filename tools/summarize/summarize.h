#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/files.h"
#include "summary/keeping.h"
#include "summary/records.h"
#include "tools/data_options.h"

namespace dsne::tools {

/// Which covariates are read.
struct WantedCovariates {
  std::vector<std::string> names;  ///< columns; or as a summary has them, where that has some
  bool known = false;              ///< a summary has them
};

/// Reads the records that a summary is made of: `--data` with the verdicts that the settings share,
/// from `--verdicts` or the data's verdict_column, and the wanted covariates, from `--covariates`
/// or the data. Prints what was found of these.
/// @throws InputError when a file is not what it must be
summary::Records read_records(const Values& values, const SummarySettings& settings,
                              const WantedCovariates& wanted, std::ostream& out);

/// Returns the page about a site's summary for whoever approves that it leaves, to print and sign:
/// what it is, where it goes, what it has, and what attackers got.
/// @param attacks what attackers got, in a sentence
File summary_page(const summary::Place& place, const summary::SiteSummary& site,
                  const std::string& attacks);

}  // namespace dsne::tools
