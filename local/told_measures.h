#pragma once

#include <string>
#include <vector>

#include "core/json.h"
#include "data/reading.h"
#include "report/measures_table.h"

namespace dsne::local {

/// The measures and sites that were left out, as the coordinator's report names them.
struct ToldMeasures {
  std::vector<data::UnevenMeasure> uneven;
  report::LeftOutSites left_out_sites;
};

/// Reads them from the coordinator's message. @throws MessageError when they are malformed
ToldMeasures told_measures(const Json& message);

}  // namespace dsne::local
