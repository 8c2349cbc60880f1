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

void keep(const Snapshot& snapshot, Json& kept) {
  if (kept.size() == max_snapshots ||
      (!kept.empty() && kept.back().at("round") >= snapshot.round)) {
    throw MessageError("the remote's message: the round is not the one expected");
  }
  // Keeps the extent finite.
  const Matrix coordinates =
      snapshot.coordinates.cwiseMax(-largest_number / 2).cwiseMin(largest_number / 2);
  const RowVector low = coordinates.colwise().minCoeff();
  const RowVector extent = coordinates.colwise().maxCoeff() - low;
  Json packed = {{"round", snapshot.round}, {"low", pack(low)}, {"extent", pack(extent)}};
  // Divides, because 1/extent is infinite if the extent is denormal.
  const RowVector divisor = (extent.array() > 0).select(extent, 1);
  const Matrix shares = (coordinates.rowwise() - low).array().rowwise() / divisor.array();
  Ticks ticks = (shares.array() * finest).round().cast<std::uint16_t>();
  packed["places"] = to_base64(std::as_bytes(span_of(ticks)));
  kept.push_back(std::move(packed));
}

Evolution unpack_evolution(const Json& kept, Eigen::Index points) {
  Evolution evolution;
  for (const Json& snapshot : kept) {
    const RowVector low = unpack(snapshot.at("low"));
    const RowVector extent = unpack(snapshot.at("extent"));
    Ticks ticks(points, low.size());
    if (!from_base64(snapshot.at("places").get_ref<const std::string&>(),
                     std::as_writable_bytes(span_of(ticks)))) {
      throw MessageError("the kept maps are of other points");
    }
    const Matrix shares = ticks.cast<double>() / finest;
    evolution.push_back({snapshot.at("round"), (shares * extent.asDiagonal()).rowwise() + low});
  }
  return evolution;
}

}  // namespace dsne::run
