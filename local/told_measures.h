#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "data/uneven_measure.h"
#include "report/measures_table.h"

namespace dsne::local {

/// What the coordinator tells with a report of measures and sites that were left out.
struct ToldMeasures {
  std::vector<data::UnevenMeasure> uneven;
  report::LeftOutSites left_out_sites;
};

/// @throws MessageError when it is not what the coordinator tells
ToldMeasures told_measures(const Json& message);

}  // namespace dsne::local
