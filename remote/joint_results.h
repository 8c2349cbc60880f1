#pragma once

#include "remote/remote_run.h"

namespace dsne::remote {

/// Returns metrics.json as far as it is the same for every run: parameters, rounds, sites and cost.
/// @param reference_cost whether the cost of drawing the reference is in it
Json begun_metrics(const RemoteRun& run, bool reference_cost);

/// Returns the table of sites that COINSTAC shows, from metrics.
Json site_table(const Json& metrics);

/// Returns what COINSTAC shows at the end of a run that ends in a result, and its files: the joint
/// report with its tables, `result.json` and `measures.csv`.
Output end_with_result(const Step& step, const RemoteRun& run);

}  // namespace dsne::remote
