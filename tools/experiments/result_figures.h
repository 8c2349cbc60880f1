#pragma once

#include <string>
#include <vector>

#include "report/picture.h"
#include "tools/experiments/results.h"

namespace dsne::experiments {

/// Box plots over the seeds: a panel for each of the experiment's measures, a box per method and
/// condition.
report::Picture measures_picture(const Experiment& experiment,
                                 const std::vector<MapResult>& results);

/// The maps of one condition as the papers show them, each coloured by label and by site: the best
/// and the worst one of `dsne` (or of the first method) by label accuracy, or by trustworthiness
/// where there are no labels, and beside them the other methods' best.
report::Picture maps_picture(const Experiment& experiment, const std::string& condition,
                             const std::vector<MapResult>& results);

}  // namespace dsne::experiments
