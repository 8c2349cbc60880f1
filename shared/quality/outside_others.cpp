#include "quality/outside_others.h"

#include <algorithm>
#include <cmath>

#include "data/stacked.h"
#include "quality/robust_units.h"

namespace dsne::quality {
namespace {

using Eigen::Index;

constexpr std::size_t least_summaries = 2;
constexpr double largest_deviation = 1000;

/// Returns the summaries if there are enough, else the references.
std::vector<SummarizedSite> compared_sources(const std::vector<SummarizedSite>& others) {
  std::vector<SummarizedSite> summaries;
  std::vector<SummarizedSite> references;
  for (const SummarizedSite& source : others) {
    (source.subjects.maxCoeff() > 1 ? summaries : references).push_back(source);
  }
  return summaries.size() < least_summaries ? references : summaries;
}

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

}  // namespace

std::vector<OutsideMeasure> outside_others(const RowVector& medians,
                                           const std::vector<SummarizedSite>& others) {
  const std::vector<SummarizedSite> compared = compared_sources(others);
  if (compared.empty()) return {};
  const RowVector typical = typical_deviations(scaled_sites(compared), medians.size());
  const Matrix rows = all_rows(compared);
  std::vector<OutsideMeasure> outside;
  for (Index f = 0; f < medians.size(); ++f) {
    const bool is_inside =
        rows.col(f).minCoeff() <= medians(f) && medians(f) <= rows.col(f).maxCoeff();
    if (std::isnan(medians(f)) || is_inside) continue;
    outside.push_back({f, deviation_from(rows.col(f), medians(f), typical(f))});
  }
  std::stable_sort(outside.begin(), outside.end(), [](const auto& a, const auto& b) {
    return std::abs(a.deviation) > std::abs(b.deviation);
  });
  return outside;
}

}  // namespace dsne::quality
