#pragma once

#include <string>
#include <vector>

#include "small_data.h"

inline constexpr int series_regions = 8;

/// A site whose subjects are files of regions' time series, canary1.csv and so on, in a run of
/// method sphere. The regions follow two sources, one for each half of them.
Site site_of_series(const std::string& name, int subjects);

/// Three of them, with 14, 13 and 12 subjects.
std::vector<Site> sphere_sites();
