#include "report/box_summary.h"

#include <algorithm>

#include "data/quantile.h"

namespace dsne {

BoxSummary box_summary(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double low = quantile(values, 0.25);
  const double high = quantile(values, 0.75);
  const double reach = 1.5 * (high - low);
  const auto first = std::lower_bound(values.begin(), values.end(), low - reach);
  const auto end = std::upper_bound(values.begin(), values.end(), high + reach);
  BoxSummary summary{std::min(*first, low),      low, quantile(values, 0.5), high,
                     std::max(*(end - 1), high), {}};
  summary.outliers.assign(values.begin(), first);
  summary.outliers.insert(summary.outliers.end(), end, values.end());
  return summary;
}

}  // namespace dsne
