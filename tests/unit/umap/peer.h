#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "core/matrix.h"
#include "data/formats/npy.h"
#include "unit/matrices.h"

/// The numbers of a file of umap-learn's.
inline dsne::Matrix umap_learn_values(const std::string& name, Eigen::Index columns) {
  std::ifstream file(DSNE_TEST_DATA "/umap/" + name + ".npy", std::ios::binary);
  dsne::Matrix values = dsne::data::read_npy(file, name);
  REQUIRE(values.cols() == columns);
  return values;
}
