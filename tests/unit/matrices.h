#pragma once

#include <vector>

#include "core/json.h"
#include "core/matrix.h"
#include "tsne/affinities.h"

inline dsne::Vector vector_of(const dsne::Json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const dsne::Vector>(numbers.data(), std::ssize(numbers));
}

/// A matrix from JSON's arrays of rows.
inline dsne::Matrix matrix_of(const dsne::Json& rows) {
  dsne::Matrix result(std::ssize(rows), std::ssize(rows.at(0)));
  for (Eigen::Index i = 0; i < result.rows(); ++i) {
    result.row(i) = vector_of(rows.at(static_cast<std::size_t>(i))).transpose();
  }
  return result;
}

/// The slope of a function along each number of `at`, by central differences.
template <typename Points, typename Function>
Points differences(const Function& function, Points at, double step) {
  Points slope = at;
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const double here = at.data()[i];
    at.data()[i] = here + step;
    const double above = function(at);
    at.data()[i] = here - step;
    slope.data()[i] = (above - function(at)) / (2 * step);
    at.data()[i] = here;
  }
  return slope;
}

/// All entries of a sparse matrix.
inline dsne::Matrix dense(const dsne::tsne::Affinities& sparse) {
  dsne::Matrix result = dsne::Matrix::Zero(sparse.points(), sparse.points());
  for (std::size_t i = 0; i + 1 < sparse.offsets.size(); ++i) {
    for (auto k = sparse.offsets[i]; k < sparse.offsets[i + 1]; ++k) {
      result(static_cast<Eigen::Index>(i), sparse.columns[k]) = sparse.values[k];
    }
  }
  return result;
}
