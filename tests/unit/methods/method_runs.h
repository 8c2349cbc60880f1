// Runs of methods in one process, on small random data.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/errors.h"
#include "federation.h"
#include "methods/sphere/sphere.h"
#include "packed.h"
#include "tsne/tsne.h"
#include "unit/sphere/networks.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::upper_triangle;
using dsne::Vector;
using dsne::exchange::SiteAnswer;
using dsne::exchange::SiteAnswers;
using dsne::methods::Parameters;
using dsne::methods::parse_parameters;

/// 40 reference points with six features.
inline const Matrix& reference_data() {
  static const Matrix data = dsne::tsne::random_coordinates(40, 6, 1.0, 101);
  return data;
}

/// A site's own points with six features.
inline Matrix own_data(Eigen::Index points, std::uint64_t seed) {
  return dsne::tsne::random_coordinates(points, 6, 1.0, seed);
}

/// ‖actual − expected‖/‖expected‖.
inline double relative_error(const Matrix& actual, const Matrix& expected) {
  return (actual - expected).norm() / expected.norm();
}

/// Subjects whose networks are a common network plus their own part.
inline Matrix subjects_like(Eigen::Index regions, Eigen::Index subjects, std::uint64_t seed) {
  const Matrix group = network_of(regions, 1);
  Matrix own(subjects, regions * (regions - 1) / 2);
  for (Eigen::Index i = 0; i < subjects; ++i) {
    const Matrix network = network_of(regions, seed + static_cast<std::uint64_t>(i));
    own.row(i) = upper_triangle(0.7 * group + 0.3 * network);
  }
  return own;
}

inline std::vector<SiteData> sphere_sites(Eigen::Index regions, Eigen::Index subjects,
                                          std::uint64_t seed = 100) {
  return {{"a", subjects_like(regions, subjects, seed)},
          {"b", subjects_like(regions, subjects, 2 * seed)},
          {"c", subjects_like(regions, subjects, 3 * seed)}};
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

/// The parameters of a short run of a method, with more in place of them.
inline Json short_run(const std::string& method, const Json& more = Json::object()) {
  Json given = {{"method", method},   {"perplexity", 5},  {"max_iterations", 4},
                {"least_in_sums", 1}, {"dp_cells", 3},    {"network_width", 6},
                {"batch_edges", 60},  {"input_noise", 0}, {"initialization", "pca"}};
  if (method.starts_with("dp-")) given["simulation_seed"] = 3;
  given.update(more);
  return given;
}

/// A run of any method at three sites: of points, or for method sphere of networks.
inline Federation run_of(const Json& given) {
  if (given.at("method") == "sphere") {
    return {given, sphere_sites(12, 14), Matrix(0, 0), pair_names(numbered_regions(12))};
  }
  return {given,
          {{"a", own_data(30, 3)}, {"b", own_data(25, 4)}, {"c", own_data(40, 5)}},
          reference_data()};
}

/// Short runs of every method, with the choices that change what is sent.
inline std::vector<Json> all_runs() {
  return {short_run("single-shot"),
          short_run("single-shot", {{"placement", "paper"}}),
          short_run("dsne"),
          short_run("dsne", {{"local_iterations", 2}}),
          short_run("dp-dsne", {{"local_iterations", 2}}),
          short_run("dp-density"),
          short_run("fedne", {{"averaged", "weights"}, {"surrogates", "sum"}}),
          short_run("fedne", {{"averaged", "gradients"}, {"surrogates", "sum"}}),
          short_run("fedne", {{"averaged", "gradients"}, {"surrogates", "reference"}}),
          short_run("spectral-clustering", {{"clusters", 3}}),
          short_run("sphere"),
          short_run("sphere", {{"sphere_epsilon", 1}}),
          short_run("fed-tsne"),
          short_run("fed-umap")};
}
