#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/scene.h"

/// A map of `points` points on a spiral, dealt in turn to the sites and labels; `labels` 0 means
/// that none is known.
inline dsne::report::Embedding spiral_embedding(std::size_t points, std::size_t sites,
                                                std::size_t labels, Eigen::Index dimensions = 2) {
  dsne::report::Embedding embedding;
  embedding.coordinates.resize(static_cast<Eigen::Index>(points), dimensions);
  for (std::size_t site = 0; site < sites; ++site) {
    embedding.site_names.push_back("local" + std::to_string(site));
  }
  for (std::size_t point = 0; point < points; ++point) {
    const double turn = 0.1 * static_cast<double>(point);
    const auto row = static_cast<Eigen::Index>(point);
    embedding.coordinates(row, 0) = turn * std::cos(turn);
    embedding.coordinates(row, 1) = turn * std::sin(turn);
    if (dimensions == 3) embedding.coordinates(row, 2) = turn;
    embedding.sites.push_back(point % sites);
    embedding.labels.push_back(labels == 0 ? "" : std::to_string(point % labels));
  }
  return embedding;
}

/// Two reference points and three subjects of local0, on a map twice as wide as high.
inline dsne::report::Embedding wide_embedding() {
  return {dsne::Matrix{{0, 0}, {20, 10}, {10, 5}, {5, 0}, {15, 10}},
          {"reference", "local0"},
          {0, 0, 1, 1, 1},
          {"b", "", "a", "b", ""}};
}

/// The sites' counts on a grid over a reference, and the estimates from them.
inline dsne::report::DensityReport density_report(const dsne::Matrix& reference, int side,
                                                  double sigma,
                                                  std::vector<dsne::quality::SiteDensity> sites) {
  dsne::quality::SiteDensities densities{dsne::quality::MapGrid(reference, side), sigma,
                                         std::move(sites)};
  auto estimates = compare_densities(densities);
  return {std::move(densities), std::move(estimates)};
}
