#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/matrix.h"
#include "tsne/affinities.h"

/// What tests/data/frame/make.py has written.
inline dsne::Json frame_values() {
  std::ifstream file(DSNE_TEST_DATA "/frame/frame.json");
  return dsne::Json::parse(file);
}

inline dsne::Vector vector_of(const dsne::Json& values) {
  const auto numbers = values.get<std::vector<double>>();
  return Eigen::Map<const dsne::Vector>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

inline dsne::Matrix matrix_of(const dsne::Json& rows) {
  dsne::Matrix matrix(std::ssize(rows), std::ssize(rows.at(0)));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    matrix.row(i) = vector_of(rows.at(static_cast<std::size_t>(i))).transpose();
  }
  return matrix;
}

inline dsne::Matrix dense(const dsne::tsne::Affinities& sparse) {
  dsne::Matrix result = dsne::Matrix::Zero(sparse.points(), sparse.points());
  for (Eigen::Index i = 0; i < sparse.points(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (auto k = sparse.offsets[row]; k < sparse.offsets[row + 1]; ++k) {
      result(i, static_cast<Eigen::Index>(sparse.columns[k])) = sparse.values[k];
    }
  }
  return result;
}
