#include "run/evolution.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "core/base64.h"
#include "core/errors.h"

namespace dsne::run {
namespace {

/// The most positions kept: each takes about 5 bytes of every message with the cache.
constexpr Eigen::Index max_kept_points = 120000;

constexpr int max_rounds = 1000000000;

/// Coordinates on a grid over the map's extent.
using Ticks = Eigen::Array<std::uint16_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double finest = 65535;

std::span<std::uint16_t> span_of(Ticks& ticks) {
  return {ticks.data(), static_cast<std::size_t>(ticks.size())};
}

/// Returns the round of a snapshot, counted from 1: the square roots of rounds are evenly spaced.
int round_of(int snapshot, int snapshots, int rounds) {
  const double share = static_cast<double>(snapshot - 1) / snapshots;
  return std::max(snapshot, static_cast<int>(std::lround(share * share * rounds)));
}

/// Returns the last snapshot's round; 0 without any.
int last_round(const Json& kept, std::string_view what) {
  if (!kept.is_array() || kept.size() > max_snapshots) {
    throw MessageError(std::string(what) + ": evolution is damaged");
  }
  if (kept.empty()) return 0;
  return static_cast<int>(integer_field(kept.back(), "round", 1, max_rounds, what));
}

}  // namespace

bool is_kept(int round, int rounds, Eigen::Index points) {
  if (rounds < 2) return false;
  const auto room = static_cast<int>(std::clamp<Eigen::Index>(
      max_kept_points / std::max<Eigen::Index>(points, 1), 1, max_snapshots));
  const int snapshots = std::min(room, rounds);
  for (int snapshot = 1; snapshot <= snapshots; ++snapshot) {
    if (round_of(snapshot, snapshots, rounds) == round) return true;
  }
  return false;
}

Json kept_snapshots(const Json& cache, std::string_view what) {
  Json kept = field(cache, "evolution", what);
  static_cast<void>(last_round(kept, what));
  return kept;
}

void keep(const Snapshot& snapshot, Json& kept, std::string_view what) {
  if (snapshot.round <= last_round(kept, what) || kept.size() == max_snapshots) {
    throw MessageError(std::string(what) + ": the round is not the one expected");
  }
  // Keeps the extent within the range that is accepted when read.
  const Matrix coordinates =
      snapshot.coordinates.cwiseMax(-largest_number / 2).cwiseMin(largest_number / 2);
  const RowVector low = coordinates.colwise().minCoeff();
  const RowVector extent = coordinates.colwise().maxCoeff() - low;
  Json packed = {
      {"round", snapshot.round}, {"low", json_array(low)}, {"extent", json_array(extent)}};
  // Divides, because 1/extent is infinite if the extent is denormal.
  const RowVector divisor = (extent.array() > 0).select(extent, 1);
  const Matrix shares = (coordinates.rowwise() - low).array().rowwise() / divisor.array();
  Ticks ticks = (shares.array() * finest).round().cast<std::uint16_t>();
  packed["places"] = to_base64(std::as_bytes(span_of(ticks)));
  kept.push_back(std::move(packed));
}

Evolution unpack_evolution(const Json& kept, Eigen::Index points, Eigen::Index dimensions,
                           std::string_view what) {
  static_cast<void>(last_round(kept, what));
  Evolution evolution;
  for (const Json& snapshot : kept) {
    const int min_round = evolution.empty() ? 1 : evolution.back().round + 1;
    const auto round = integer_field(snapshot, "round", min_round, max_rounds, what);
    const RowVector low = vector_field(snapshot, "low", dimensions, what);
    const RowVector extent = vector_field(snapshot, "extent", dimensions, what);
    Ticks ticks(points, dimensions);
    if (!from_base64(text_field(snapshot, "places", what),
                     std::as_writable_bytes(span_of(ticks)))) {
      throw MessageError(std::string(what) + ": evolution is damaged");
    }
    const Matrix shares = ticks.cast<double>() / finest;
    evolution.push_back({static_cast<int>(round), (shares * extent.asDiagonal()).rowwise() + low});
  }
  return evolution;
}

}  // namespace dsne::run
