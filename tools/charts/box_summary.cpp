#include "tools/charts/box_summary.h"

#include <algorithm>

#include "data/quantile.h"

namespace dsne::charts {

BoxSummary box_summary(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double low = data::quantile(values, 0.25);
  const double high = data::quantile(values, 0.75);
  const double reach = 1.5 * (high - low);
  const auto first = std::lower_bound(values.begin(), values.end(), low - reach);
  const auto end = std::upper_bound(values.begin(), values.end(), high + reach);
  BoxSummary summary{std::min(*first, low),      low, data::quantile(values, 0.5), high,
                     std::max(*(end - 1), high), {}};
  summary.outliers.assign(values.begin(), first);
  summary.outliers.insert(summary.outliers.end(), end, values.end());
  return summary;
}

}  // namespace dsne::charts
