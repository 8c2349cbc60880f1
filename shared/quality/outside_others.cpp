#include "quality/outside_others.h"

#include <algorithm>
#include <cmath>

#include "data/normalization.h"
#include "data/stacked.h"
#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr std::size_t least_sites = 2;
constexpr Index least_points = 20;
constexpr double largest_deviation = 1000;

Matrix all_rows(const std::vector<SummarizedSite>& sites) {
  std::vector<Matrix> rows;
  rows.reserve(sites.size());
  for (const SummarizedSite& site : sites) rows.push_back(site.means);
  return data::stacked(rows);
}

/// Returns the distance of a value from the median of the others' rows, after bending.
double deviation_from(const Matrix& rows, double value, double deviation) {
  const Bend bend = bend_of(rows);
  const double off = bent(bend, Matrix::Constant(1, 1, value))(0) - median(bent(bend, rows).col(0));
  if (!(deviation > 0)) return std::copysign(largest_deviation, off);
  return std::clamp(off / deviation, -largest_deviation, largest_deviation);
}

void put_farthest_first(std::vector<OutsideMeasure>& outside) {
  std::stable_sort(outside.begin(), outside.end(), [](const auto& a, const auto& b) {
    return std::abs(a.deviation) > std::abs(b.deviation);
  });
}

}  // namespace

std::vector<OutsideMeasure> outside_others(const RowVector& medians,
                                           const std::vector<SummarizedSite>& others) {
  if (others.size() < least_sites) return {};
  const RowVector typical = typical_deviations(scaled_sites(others), medians.size());
  const Matrix rows = all_rows(others);
  std::vector<OutsideMeasure> outside;
  for (Index f = 0; f < medians.size(); ++f) {
    const bool is_inside =
        rows.col(f).minCoeff() <= medians(f) && medians(f) <= rows.col(f).maxCoeff();
    if (std::isnan(medians(f)) || is_inside) continue;
    outside.push_back({f, deviation_from(rows.col(f), medians(f), typical(f))});
  }
  put_farthest_first(outside);
  return outside;
}

std::vector<OutsideMeasure> outside_reference(const RowVector& medians, const Matrix& reference) {
  if (reference.rows() < least_points) return {};
  const data::Scaling scaling = data::fit_scaling(reference, data::Normalization::robust);
  std::vector<OutsideMeasure> outside;
  for (Index f = 0; f < medians.size(); ++f) {
    const double low = reference.col(f).minCoeff();
    const double high = reference.col(f).maxCoeff();
    if (low <= medians(f) && medians(f) <= high) continue;
    const double off = (medians(f) - scaling.centre(f)) / scaling.scale(f);
    outside.push_back({f, std::clamp(off, -largest_deviation, largest_deviation)});
  }
  put_farthest_first(outside);
  return outside;
}

}  // namespace dsne::quality
