#pragma once

#include <vector>

#include "core/json.h"

namespace dsne::run {

/// The map in one round.
struct Snapshot {
  int round = 0;       ///< counted from 1
  Matrix coordinates;  ///< points × map dimensions
};

/// A run's map at some of its rounds, kept in the node's cache for the report.
using Evolution = std::vector<Snapshot>;

/// The most rounds kept.
inline constexpr int max_snapshots = 12;

/// Returns whether the map of a round is kept: at most 12 of a run's rounds, more of the early
/// ones, where points move most, and fewer for maps above 10,000 points, so that the cache stays
/// small. A run of one round keeps nothing.
/// @pre 1 <= round <= rounds
bool is_kept(int round, int rounds, Eigen::Index points);

/// Adds a snapshot to those in a node's cache, with coordinates to within 1/65,535 of the map's
/// extent. The cache passes through every step and only the report uses the maps, so they are small
/// and stay packed.
/// @param kept the result of `keep`; at first an empty array
/// @pre the map is not empty and finite
/// @throws MessageError when the round is not later than those kept, or `max_snapshots` are
void keep(const Snapshot& snapshot, Json& kept);

/// Unpacks the kept maps. @throws MessageError when they are not of this number of points
Evolution unpack_evolution(const Json& kept, Eigen::Index points);

}  // namespace dsne::run
