#pragma once

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/matrix.h"

/// scikit-learn's values, tests/data/quality/quality.json (made by make.py beside it).
inline nlohmann::json quality_values() {
  std::ifstream file(DSNE_TEST_DATA "/quality/quality.json");
  return nlohmann::json::parse(file);
}

inline dsne::Matrix matrix_of(const nlohmann::json& rows) {
  dsne::Matrix matrix(rows.size(), rows.at(0).size());
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index k = 0; k < matrix.cols(); ++k) matrix(i, k) = rows.at(i).at(k);
  }
  return matrix;
}
