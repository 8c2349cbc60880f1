#include "federated/reference/landmark_rules.h"

#include <algorithm>
#include <cmath>

namespace dsne::federated {
namespace {

using Eigen::Index;

constexpr Index subjects_each = 8;
constexpr Index most_thresholds = 17;

constexpr Index oversampling = 10;
constexpr Index most_rounds = 4;
constexpr Index least_rounds = 2;

bool is_enough(Index subjects, Index least_members) {
  return subjects == 0 || subjects >= least_members;
}

}  // namespace

Index max_landmarks(Index subjects, Index wanted) {
  return std::min(wanted, subjects / subjects_each);
}

Index max_moment_axes(Index members, Index axes) {
  return std::min(axes, static_cast<Index>(std::sqrt(static_cast<double>(members))));
}

Index max_thresholds(Index members, Index least_members) {
  return std::clamp(members / least_members, Index{1}, most_thresholds);
}

bool may_split(Index members, Index below, Index own, Index own_below, Index least_members) {
  const Index above = members - below;
  return below >= least_members && above >= least_members &&
         is_enough(below - own_below, least_members) &&
         is_enough(above - (own - own_below), least_members);
}

bool may_part(Index members, Index below, Index own, Index own_below, Index least_members) {
  const Index above = members - below;
  return below >= least_members && is_enough(above, least_members) &&
         is_enough(below - own_below, least_members) &&
         is_enough(above - (own - own_below), least_members);
}

Index max_directions(Index others) { return others / 2; }

SubspacePlan subspace_plan(Index wanted, Index features, Index others) {
  const Index most = max_directions(others);
  const Index width = wanted + oversampling;
  if (features <= most && features <= most_rounds * width) return {wanted, features, 1};
  for (Index rounds = most_rounds; rounds >= least_rounds; --rounds) {
    if (rounds * width <= most) return {wanted, width, rounds};
  }
  const Index affordable = most / least_rounds;
  return {std::min(wanted, 2 * affordable / 3), affordable, least_rounds};
}

}  // namespace dsne::federated
