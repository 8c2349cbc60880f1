#include "quality/left_out_sites.h"

namespace dsne::quality {

using Eigen::Index;

std::vector<Vector> left_out_positions(const std::vector<ScaledSite>& sites,
                                       const DirectionOf& direction) {
  std::vector<Vector> positions;
  positions.reserve(sites.size());
  for (std::size_t s = 0; s < sites.size(); ++s) {
    std::vector<ScaledSite> others = sites;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(s));
    positions.emplace_back(sites[s].rows * direction(others));
  }
  return positions;
}

double area_under_curve(const Vector& values, const Vector& subjects, const Vector& shares) {
  double wins = 0;
  double pairs = 0;
  for (Index i = 0; i < values.size(); ++i) {
    const double inside = subjects(i) * shares(i);
    if (inside == 0) continue;
    for (Index j = 0; j < values.size(); ++j) {
      const double weight = inside * subjects(j) * (1 - shares(j));
      wins += values(i) > values(j) ? weight : values(i) == values(j) ? weight / 2 : 0;
      pairs += weight;
    }
  }
  return wins / pairs;
}

}  // namespace dsne::quality
