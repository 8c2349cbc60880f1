#include "summary/scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/missing.h"
#include "data/quantile.h"
#include "data/table.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

/// Values are limited to this many standard deviations from the median.
constexpr double limit = 3;

/// Rows of an array are limited to this many median distances from the median row.
constexpr double array_limit = 4;

double stretched(double value, const MeasureScale& scale) {
  return scale.logarithm ? std::log(value) : std::asinh(value / scale.size);
}

Matrix limited(Matrix values, const Scale& scale) {
  for (Index i = 0; i < values.rows(); ++i) {
    const double distance = (values.row(i) - scale.medians).norm();
    if (distance > scale.reach) {
      values.row(i) = scale.medians + (values.row(i) - scale.medians) * (scale.reach / distance);
    }
  }
  return values;
}

double median_distance(const Matrix& values, const RowVector& medians) {
  const Matrix away = data::filled(values, medians).rowwise() - medians;
  return data::quantile(data::sorted_values(away.rowwise().norm(), 0), 0.5);
}

}  // namespace

double step_of(double deviation) {
  return deviation > 0 ? std::pow(10, std::floor(std::log10(deviation / 100))) : 0;
}

MeasureScale measure_scale(const Vector& values) {
  MeasureScale scale;
  scale.logarithm = values.minCoeff() > 0;
  scale.size = data::median_size({values.begin(), values.end()});
  const Vector points = values.unaryExpr([&](double value) { return stretched(value, scale); });
  const std::vector<double> all = data::sorted_values(points, 0);
  scale.middle = data::quantile(all, 0.5);
  scale.deviation = data::interquartile_deviation(all);
  if (scale.deviation > 0) return scale;
  scale.deviation = std::sqrt((points.array() - points.mean()).square().mean());
  return scale;
}

double on_scale(double value, const MeasureScale& scale) {
  if (scale.logarithm && !(value > 0)) return -limit;
  return std::clamp((stretched(value, scale) - scale.middle) / scale.deviation, -limit, limit);
}

double in_units(double value, const MeasureScale& scale) {
  const double stretch = value * scale.deviation + scale.middle;
  const double units = scale.logarithm ? std::exp(stretch) : scale.size * std::sinh(stretch);
  return std::clamp(units, -data::largest_value, data::largest_value);
}

Scale fit_scale(const Matrix& values, std::vector<std::string> measures, bool array) {
  Scale scale;
  scale.array = array;
  scale.measures = std::move(measures);
  scale.medians = data::present_medians(values, 1);
  if (array) {
    scale.reach = array_limit * median_distance(values, scale.medians);
    return scale;
  }
  const Matrix filled = data::filled(values, scale.medians);
  for (Index c = 0; c < values.cols(); ++c) scale.each.push_back(measure_scale(filled.col(c)));
  return scale;
}

Matrix on_scale(Matrix values, const Scale& scale) {
  for (Index c = 0; c < values.cols(); ++c) {
    for (double& value : values.col(c)) {
      if (std::isnan(value)) value = scale.medians(c);
      if (!scale.array) value = on_scale(value, scale.each[static_cast<std::size_t>(c)]);
    }
  }
  return scale.array ? limited(std::move(values), scale) : values;
}

Matrix in_units(Matrix points, const Scale& scale) {
  if (scale.array) return points;
  for (Index c = 0; c < points.cols(); ++c) {
    for (double& value : points.col(c)) {
      value = in_units(value, scale.each[static_cast<std::size_t>(c)]);
    }
  }
  return points;
}

Matrix rounded(Matrix values, const RowVector& steps) {
  for (Index c = 0; c < values.cols(); ++c) {
    const double step = steps(c);
    if (!(step > 0)) continue;
    // Dividing by a whole number gives the double nearest to the decimal number.
    const double divisor = std::round(1 / step);
    for (double& value : values.col(c)) {
      value = step < 1 ? std::round(value * divisor) / divisor : std::round(value / step) * step;
      if (value == 0) value = 0;  // not -0
    }
  }
  return values;
}

}  // namespace dsne::summary
