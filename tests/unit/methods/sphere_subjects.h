// Subjects whose values are networks, as method sphere has them.
#pragma once

#include <string>
#include <vector>

#include "unit/sphere/networks.h"

/// What is above the diagonal, row by row.
inline dsne::RowVector pairs_of(const dsne::Matrix& network) {
  dsne::RowVector pairs(network.rows() * (network.rows() - 1) / 2);
  Eigen::Index next = 0;
  for (Eigen::Index row = 0; row < network.rows(); ++row) {
    for (Eigen::Index column = row + 1; column < network.cols(); ++column) {
      pairs(next++) = network(row, column);
    }
  }
  return pairs;
}

/// Subjects whose networks are a common network plus their own part.
inline dsne::Matrix subjects_like(Eigen::Index regions, Eigen::Index subjects, std::uint64_t seed) {
  const dsne::Matrix group = network_of(regions, 1);
  dsne::Matrix own(subjects, regions * (regions - 1) / 2);
  for (Eigen::Index i = 0; i < subjects; ++i) {
    const dsne::Matrix network = network_of(regions, seed + static_cast<std::uint64_t>(i));
    own.row(i) = pairs_of(0.7 * group + 0.3 * network);
  }
  return own;
}

/// The names of all pairs of regions, row by row.
inline std::vector<std::string> pair_names(const std::vector<std::string>& regions) {
  std::vector<std::string> names;
  for (std::size_t a = 0; a < regions.size(); ++a) {
    for (std::size_t b = a + 1; b < regions.size(); ++b) {
      names.push_back(regions[a] + '~' + regions[b]);
    }
  }
  return names;
}

/// Regions of two networks by turns: Default:1, Vis:2, …
inline std::vector<std::string> numbered_regions(Eigen::Index regions) {
  std::vector<std::string> names;
  for (Eigen::Index r = 1; r <= regions; ++r) {
    names.push_back((r % 2 == 0 ? "Vis:" : "Default:") + std::to_string(r));
  }
  return names;
}
