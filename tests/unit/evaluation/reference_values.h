#pragma once

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/matrix.h"

/// scikit-learn's values, tests/data/quality/quality.json (made by make.py beside it).
inline nlohmann::json quality_values() {
  std::ifstream file(DSNE_TEST_DATA "/quality/quality.json");
  return nlohmann::json::parse(file);
}

inline dsne::Matrix matrix_of(const nlohmann::json& rows) {
  dsne::Matrix matrix(std::ssize(rows), std::ssize(rows.at(0)));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    const auto row = rows.at(static_cast<std::size_t>(i)).get<std::vector<double>>();
    matrix.row(i) = Eigen::Map<const dsne::RowVector>(row.data(), matrix.cols());
  }
  return matrix;
}
