#include "sphere/shepard.h"

#include <algorithm>
#include <cmath>

namespace dsne::sphere {
namespace {

using Eigen::Index;

struct PairSums {
  double count = 0, wanted = 0, shown = 0, wanted_squares = 0, shown_squares = 0, products = 0,
         differences = 0;

  void add(double distance, double on_map) {
    count += 1;
    wanted += distance;
    shown += on_map;
    wanted_squares += distance * distance;
    shown_squares += on_map * on_map;
    products += distance * on_map;
    differences += (distance - on_map) * (distance - on_map);
  }

  double correlation() const {
    const double own = wanted_squares - wanted * wanted / count;
    const double other = shown_squares - shown * shown / count;
    constexpr double rounding = 1e-12;
    if (!(own > rounding * wanted_squares) || !(other > rounding * shown_squares)) return 0;
    return (products - wanted * shown / count) / std::sqrt(own * other);
  }
};

}  // namespace

Shepard shepard(const Matrix& wanted, const DistancesTo& distances_to, Index cells) {
  Shepard result;
  result.counts = Matrix::Zero(cells, cells);
  result.largest = wanted.maxCoeff();
  for (Index row = 0; row < wanted.rows(); ++row) {
    result.largest = std::max(result.largest, distances_to(row).maxCoeff());
  }
  if (!(result.largest > 0)) return result;
  const auto cell = [&](double distance) {
    const double share = distance / result.largest;
    return std::min(cells - 1, static_cast<Index>(share * static_cast<double>(cells)));
  };
  PairSums sums;
  for (Index row = 0; row < wanted.rows(); ++row) {
    const RowVector shown = distances_to(row);
    for (Index other = row + 1; other < wanted.cols(); ++other) {
      sums.add(wanted(row, other), shown(other));
      result.counts(cell(wanted(row, other)), cell(shown(other))) += 1;
    }
  }
  result.correlation = sums.correlation();
  if (sums.wanted_squares > 0) result.stress = std::sqrt(sums.differences / sums.wanted_squares);
  return result;
}

}  // namespace dsne::sphere
