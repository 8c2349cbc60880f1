// No term that an honest site adds to a sum reaches its bound, whatever its subjects are; one that
// does ends the run.

#include "data/table.h"
#include "method_runs.h"
#include "run/reference/mmd.h"

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

/// Runs a method at three sites, of which one has such subjects. Federation looks at every term.
void check_run(const Json& given, const Matrix& subjects) {
  CAPTURE(given.dump());
  Federation federation(given, {{"a", subjects}, {"b", own_data(25, 21)}, {"c", own_data(40, 22)}},
                        reference_data());
  federation.run();
  Federation::check_within_bounds(
      federation.site_half(federation.sites()[0])->finish(federation.message()));
}

}  // namespace

TEST_CASE("no term of an honest site reaches its bound, also where values are the largest") {
  std::vector<Json> runs = {
      short_run("dsne", {{"local_iterations", 3}}),
      short_run("dsne", {{"local_iterations", 2}, {"initialization", "random"}})};
  for (const Json& given : all_runs()) {
    if (dsne::methods::masks_sums(dsne::methods::find_method(given["method"])) &&
        given["method"] != "sphere") {
      runs.push_back(given);
    }
  }
  for (const Matrix& subjects : extreme_subjects()) {
    for (const Json& given : runs) check_run(given, subjects);
  }
}

TEST_CASE("no sum of correlations reaches its bound, also of networks of ones") {
  const Eigen::Index pairs = 6 * 5 / 2;
  const Matrix mixed = dsne::tsne::random_coordinates(20, pairs, 0.3, 5).cwiseMax(-1).cwiseMin(1);
  for (const double value : {1.0, -1.0, 0.0}) {
    Federation(short_run("sphere"),
               {{"a", Matrix::Constant(20, pairs, value)}, {"b", mixed}, {"c", mixed}},
               Matrix(0, 0), pair_names(numbered_regions(6)))
        .run();
  }
}

TEST_CASE("landmarks that a site moves stay within their bound, also among the largest values") {
  const Matrix reference = reference_data();
  const dsne::Vector variances = dsne::run::axis_variances(reference);
  const Matrix landmarks = dsne::run::first_landmarks(variances, 10);
  for (const Matrix& subjects : extreme_subjects()) {
    for (const char* average : {"variables", "gradients"}) {
      const Parameters parameters = parse_parameters(
          short_run("fed-tsne", {{"landmark_method", "mmd"}, {"mmd_average", average}}));
      const Matrix moved = dsne::run::mmd_answer(
          subjects, landmarks, variances, parameters,
          [](const std::string&) { return dsne::privacy::KeyedSource(dsne::Bytes32{}); });
      CHECK(moved.allFinite());
      CHECK(moved.cwiseAbs().maxCoeff() < dsne::run::moved_bound(reference));
    }
  }
}

TEST_CASE("a coordinator that pushes terms to their bounds ends the run, and gets no sum") {
  Federation federation = run_of(short_run("dsne"));
  federation.round();
  Json velocity = federation.message();
  velocity["reference_velocity"] = dsne::pack(Matrix::Constant(40, 2, 1e9));
  Json shift = federation.message();
  shift["shift"] = {1e9, 0};
  for (const Json& message : {velocity, shift}) {
    CHECK_THROWS_AS(federation.answer(federation.sites()[0], message), dsne::MessageError);
  }
}
