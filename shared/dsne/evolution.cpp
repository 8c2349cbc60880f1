#include "dsne/evolution.h"

#include <algorithm>
#include <cmath>

#include "coinstac/errors.h"

namespace dsne {
namespace {

/// Places that are kept in all: each takes some 20 bytes of every message with the cache.
constexpr Eigen::Index most_places = 120000;

constexpr int most_rounds = 1000000000;

/// The round of a moment, counted from 1: the square roots of rounds are evenly spaced.
int round_of(int moment, int moments, int rounds) {
  const double share = static_cast<double>(moment - 1) / moments;
  return std::max(moment, static_cast<int>(std::lround(share * share * rounds)));
}

}  // namespace

bool is_kept(int round, int rounds, Eigen::Index points) {
  if (rounds < 2) return false;
  const auto room = static_cast<int>(
      std::clamp<Eigen::Index>(most_places / std::max<Eigen::Index>(points, 1), 1, most_moments));
  const int moments = std::min(room, rounds);
  for (int moment = 1; moment <= moments; ++moment) {
    if (round_of(moment, moments, rounds) == round) return true;
  }
  return false;
}

Json pack(const Evolution& evolution) {
  Json packed = Json::array();
  for (const MapMoment& moment : evolution) {
    packed.push_back({{"round", moment.round}, {"places", pack(moment.places)}});
  }
  return packed;
}

Evolution unpack_evolution(const Json& packed, Eigen::Index points, Eigen::Index dimensions,
                           std::string_view what) {
  if (!packed.is_array() || packed.size() > most_moments) {
    throw MessageError(std::string(what) + ": evolution is damaged");
  }
  Evolution evolution;
  for (const Json& moment : packed) {
    const int least = evolution.empty() ? 1 : evolution.back().round + 1;
    const auto round = integer_field(moment, "round", least, most_rounds, what);
    evolution.push_back(
        {static_cast<int>(round), unpack(field(moment, "places", what), points, dimensions, what)});
  }
  return evolution;
}

}  // namespace dsne
