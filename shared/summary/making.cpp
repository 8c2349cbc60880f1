#include "summary/making.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "data/pca.h"
#include "summary/noise.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Groups = std::vector<privacy::GroupRows>;

/// The number of components on which arrays are grouped.
constexpr Index array_components = 50;

/// The noise in standard errors of the mean, in general and for rows of fewer than ten.
constexpr double noise_size = 1;
constexpr double small_rows_noise_size = 2;

/// Draws a uniform whole number below `end`.
std::uint64_t uniform_below(std::uint64_t end, privacy::RandomSource& source) {
  const std::uint64_t fair = UINT64_MAX - UINT64_MAX % end;
  std::uint64_t drawn = source.next();
  while (drawn >= fair) drawn = source.next();
  return drawn % end;
}

void shuffle(Groups& groups, privacy::RandomSource& source) {
  for (std::size_t i = groups.size(); i > 1; --i) {
    std::swap(groups[i - 1], groups[uniform_below(i, source)]);
  }
}

/// Noise of one standard error of each group's mean.
Matrix noise_of(Matrix away, const Vector& subjects, privacy::RandomSource& source) {
  const Index freedom = away.rows() - subjects.size();
  const Matrix noise = noise_like(std::move(away), freedom, subjects.size(), source);
  return noise.array().colwise() / subjects.array().sqrt();
}

/// Returns the points to group: as they are, or the first components of arrays.
Matrix compared(const Matrix& points, const Scale& scale) {
  if (!scale.array) return points;
  return data::project(data::fit_pca(points, array_components), points);
}

}  // namespace

privacy::Groups noisy_means(const Matrix& values, const Groups& groups, Index least,
                            privacy::RandomSource& source) {
  privacy::Groups averages = privacy::averaged(values, groups);
  const double errors = least < small_rows ? small_rows_noise_size : noise_size;
  averages.means +=
      errors * noise_of(deviations_from(averages.means, values, groups), averages.sizes, source);
  return averages;
}

RowVector spread_within(Matrix units, const Groups& groups) {
  const Matrix means = privacy::averaged(units, groups).means;
  const double count = static_cast<double>(units.rows());
  const Matrix away = deviations_from(means, std::move(units), groups);
  return (away.colwise().squaredNorm() / count).cwiseSqrt().unaryExpr(&two_digits);
}

Rows make_rows(const Matrix& points, const Scale& scale, Index least, Index most,
               privacy::RandomSource& source) {
  const Index size = std::max(least, (points.rows() + most - 1) / most);
  Groups groups = privacy::microaggregated(compared(points, scale), size);
  shuffle(groups, source);
  privacy::Groups averages = noisy_means(points, groups, least, source);
  Rows rows;
  rows.means = rounded(in_units(std::move(averages.means), scale), scale);
  rows.subjects = std::move(averages.sizes);
  rows.spread = spread_within(in_units(points, scale), groups);
  rows.groups = std::move(groups);
  return rows;
}

}  // namespace dsne::summary
