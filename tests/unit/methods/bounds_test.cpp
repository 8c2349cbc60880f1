// No term that an honest site adds to a sum reaches its bound, whatever its subjects are; one that
// does ends the run.

#include <doctest/doctest.h>

#include "core/errors.h"
#include "data/table.h"
#include "federation.h"
#include "run/reference/mmd.h"
#include "sanitized.h"
#include "sphere_subjects.h"
#include "test_points.h"

using dsne::Json;
using dsne::Matrix;
using dsne::methods::Parameters;

namespace {

constexpr double most = dsne::data::largest_value;

/// Subjects at the limits of what a table may hold.
std::vector<Matrix> extreme_subjects() {
  std::vector<Matrix> all = {Matrix::Constant(30, 6, most), Matrix::Zero(30, 6)};
  Matrix one = own_data(30, 7);
  one.row(3).setConstant(-most);
  all.push_back(one);
  Matrix mixed = own_data(30, 8);
  for (Eigen::Index i = 0; i < mixed.rows(); ++i) {
    for (Eigen::Index j = 0; j < mixed.cols(); ++j) {
      const double scales[] = {1e-100, 1, 1e6, most};
      mixed(i, j) = (i % 2 == 0 ? 1 : -1) * scales[(i + j) % 4];
    }
  }
  all.push_back(mixed);
  return all;
}

Parameters parameters_of(const Json& more) {
  Json given = {{"perplexity", 5}, {"max_iterations", 6}, {"least_in_sums", 1}};
  given.update(more);
  return dsne::methods::parse_parameters(given);
}

/// Runs a method at three sites, of which one has such subjects. Federation looks at every term.
void check_run(const Json& inputs, const Matrix& subjects, const Matrix& reference) {
  CAPTURE(inputs.dump());
  const Parameters parameters = parameters_of(inputs);
  const dsne::methods::Method& method = dsne::methods::find_method(parameters.method);
  const SiteData extreme{"a", subjects};
  Federation federation(parameters, {extreme, {"b", own_data(25, 21)}, {"c", own_data(40, 22)}},
                        reference, method);
  federation.run();
  Federation::check_within_bounds(federation.site_half(extreme)->finish(federation.message()));
}

}  // namespace

TEST_CASE("no term of an honest site reaches its bound, also where values are the largest") {
  const std::vector<Json> runs = {
      {{"method", "dsne"}},
      {{"method", "dsne"}, {"local_iterations", 3}, {"initialization", "pca"}},
      {{"method", "dsne"}, {"local_iterations", 2}, {"initialization", "random"}},
      {{"method", "fedne"}, {"averaged", "weights"}, {"surrogates", "sum"}},
      {{"method", "fedne"}, {"averaged", "gradients"}, {"surrogates", "sum"}},
      {{"method", "fedne"}, {"averaged", "gradients"}, {"surrogates", "reference"}},
      {{"method", "spectral-clustering"}, {"clusters", 3}}};
  for (const Matrix& subjects : extreme_subjects()) {
    for (const Json& inputs : runs) check_run(inputs, subjects, reference_data());
  }
}

TEST_CASE("no sum of correlations reaches its bound, also of networks of ones") {
  constexpr Eigen::Index regions = 6;
  const Eigen::Index pairs = regions * (regions - 1) / 2;
  const Matrix mixed = dsne::tsne::random_coordinates(20, pairs, 0.3, 5).cwiseMax(-1).cwiseMin(1);
  for (const double value : {1.0, -1.0, 0.0}) {
    SphereRun({{"a", Matrix::Constant(20, pairs, value)}, {"b", mixed}, {"c", mixed}}, regions)
        .run();
  }
}

TEST_CASE("landmarks that a site moves stay within their bound, also among the largest values") {
  const Matrix reference = reference_data();
  const dsne::Vector variances = dsne::run::axis_variances(reference);
  const Matrix landmarks = dsne::run::first_landmarks(variances, 10);
  for (const Matrix& subjects : extreme_subjects()) {
    for (const char* average : {"variables", "gradients"}) {
      const Parameters parameters = parameters_of(
          {{"method", "fed-tsne"}, {"landmark_method", "mmd"}, {"mmd_average", average}});
      const Matrix moved = dsne::run::mmd_answer(
          subjects, landmarks, variances, parameters,
          [](const std::string&) { return dsne::privacy::KeyedSource(dsne::Bytes32{}); });
      CHECK(moved.allFinite());
      CHECK(moved.cwiseAbs().maxCoeff() < dsne::run::moved_bound(reference));
    }
  }
}

TEST_CASE("a coordinator that pushes terms to their bounds ends the run, and gets no sum") {
  const SiteData site{"a", own_data(20, 31)};
  Federation federation(parameters_of({{"method", "dsne"}}), {site, {"b", own_data(25, 32)}},
                        reference_data());
  federation.round();
  for (const char* name : {"reference_velocity", "shift"}) {
    Json message = federation.message();
    if (message[name].is_array()) {
      message[name] = {1e9, 0};
    } else {
      message[name] = dsne::pack(Matrix::Constant(reference_data().rows(), 2, 1e9));
    }
    CHECK_THROWS_AS(federation.answer(site, message), dsne::MessageError);
  }
}
