#pragma once

#include <cstddef>
#include <vector>

#include "core/matrix.h"

namespace dsne::quality {

/// Where a measure's level changes.
struct LevelChange {
  std::size_t first = 0;  ///< the first value of the new level, by its place in time
  double shift = 0;       ///< from the old level's median to the new one's, in robust deviations
                          ///< within levels, at most 1000
};

/// A measure in the order of time.
struct MeasureOverTime {
  Eigen::Index measure = 0;
  double chance = 1;                 ///< of so clear a change where there is none, by this measure
  std::vector<LevelChange> changes;  ///< in the order of time
};

/// How often, at most, a site without any change has one marked in any of its measures.
inline constexpr double false_alarm_rate = 0.05;

/// A level has at least so many values.
inline constexpr std::size_t least_at_a_level = 5;

/// Finds changes of level in each measure: where the normal scores of the ranks before and behind a
/// split differ most, then again on either side. A change counts when its chance (Miller & Siegmund
/// 1982), times the number of measures, is at most false_alarm_rate. Values are taken as
/// exchangeable where nothing changes: a slow drift is marked, too, as one or several changes.
/// @param values scans × measures in the order of time; NaN where missing
/// @param times of the scans, not decreasing; no split is between two of the same time
/// @return all measures with at least twice least_at_a_level values, the least chance first
std::vector<MeasureOverTime> measures_over_time(const Matrix& values,
                                                const std::vector<double>& times);

}  // namespace dsne::quality
