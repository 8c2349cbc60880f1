#pragma once

#include <string_view>
#include <vector>

#include "core/json.h"

namespace dsne::run {

/// A map as it was in one round.
struct Snapshot {
  int round = 0;       ///< counted from 1
  Matrix coordinates;  ///< points × map dimensions
};

/// A run's map at some of its rounds, kept in the node's cache for its report.
using Evolution = std::vector<Snapshot>;

/// The most rounds that are kept.
inline constexpr int max_snapshots = 12;

/// Whether the map of a round is kept: at most 12 of a run's rounds, denser at the beginning, where
/// places move most, and fewer of maps above 10,000 points, so that the cache stays small. Nothing
/// is kept of a run of one round.
/// @pre 1 <= round <= rounds
bool is_kept(int round, int rounds, Eigen::Index points);

/// Adds a snapshot to those in a node's cache, places to within 1/65,535 of the map's extent. The
/// cache goes through every step and only the report looks at the maps, so they are small, and are
/// not unpacked between.
/// @param kept what `keep` made, at first an empty array
/// @pre the map is not empty and its places are finite
/// @throws MessageError when `kept` does not hold earlier snapshots, or holds `max_snapshots`
/// @throws Error when the map is wider than the largest number
void keep(const Snapshot& snapshot, Json& kept, std::string_view what);

/// What `keep` made, from a cache's field "evolution", still packed.
/// @throws MessageError when it is no such thing by the look of it
Json kept_snapshots(const Json& cache, std::string_view what);

/// The maps that `keep` kept.
/// @throws MessageError when they are not maps of this shape with growing rounds
Evolution unpack_evolution(const Json& kept, Eigen::Index points, Eigen::Index dimensions,
                           std::string_view what);

}  // namespace dsne::run
