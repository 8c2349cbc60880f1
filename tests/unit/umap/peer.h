#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <string>

#include "core/matrix.h"
#include "data/npy.h"
#include "umap/graph.h"

/// The numbers of a file of umap-learn's.
inline dsne::Matrix umap_learn_values(const std::string& name, Eigen::Index columns) {
  std::ifstream file(DSNE_TEST_DATA "/umap/" + name + ".npy", std::ios::binary);
  dsne::Matrix values = dsne::data::read_npy(file, name);
  REQUIRE(values.cols() == columns);
  return values;
}

/// A graph's memberships, of all pairs.
inline dsne::Matrix dense(const dsne::umap::Graph& graph) {
  dsne::Matrix result = dsne::Matrix::Zero(graph.points(), graph.points());
  for (std::size_t i = 0; i + 1 < graph.offsets.size(); ++i) {
    for (std::uint64_t k = graph.offsets[i]; k < graph.offsets[i + 1]; ++k) {
      result(static_cast<Eigen::Index>(i), graph.columns[k]) = graph.values[k];
    }
  }
  return result;
}
