#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "core/matrix.h"

/// The numbers of a file of umap-learn's, a row per line.
inline dsne::Matrix umap_learn_values(const std::string& name, Eigen::Index columns) {
  std::ifstream file(DSNE_TEST_DATA "/umap/" + name + ".txt");
  std::vector<double> numbers;
  for (double number = 0; file >> number;) numbers.push_back(number);
  const auto rows = static_cast<Eigen::Index>(numbers.size()) / columns;
  return Eigen::Map<const dsne::Matrix>(numbers.data(), rows, columns);
}
