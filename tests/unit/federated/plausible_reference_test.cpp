#include "federated/methods/plausible_reference.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"
#include "federated/initial_coordinates.h"
#include "federated/neighbour_embedding.h"
#include "federated/private_start.h"
#include "federated/sums/counting.h"
#include "temporary_folder.h"
#include "test_points.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::MessageError;
using dsne::federated::Initialization;
using dsne::federated::Parameters;

namespace {

const Matrix& some_reference() {
  static const Matrix data = dsne::tsne::random_coordinates(60, 5, 1.0, 401);
  return data;
}

Parameters starting_from(Initialization initialization) {
  Parameters p;
  p.perplexity = 6;
  p.initialization = initialization;
  return p;
}

Matrix start(const Parameters& p) {
  return dsne::federated::initial_reference_coordinates(
      {p, {}, some_reference().rows(), [] { return some_reference(); }});
}

void check_refused(const Parameters& p, const Matrix& coordinates) {
  CHECK_THROWS_WITH_AS(dsne::federated::check_start(p, some_reference(), coordinates, false),
                       "the remote's message: reference_places is no start of this run",
                       MessageError);
}

}  // namespace

TEST_CASE("a run begins where the method lets it begin") {
  for (const auto kind : {Initialization::random, Initialization::pca, Initialization::tsne}) {
    for (const auto layout : {dsne::federated::Layout::tsne, dsne::federated::Layout::umap}) {
      Parameters p = starting_from(kind);
      p.method = "joint";
      p.layout = layout;
      const Matrix coordinates = start(p);
      CHECK_NOTHROW(dsne::federated::check_start(p, some_reference(), coordinates, false));
      check_refused(p, Matrix::Zero(60, 2));
      check_refused(p, coordinates * 0.05);
      check_refused(p, Matrix(coordinates.colwise().reverse()));
      Matrix moved = coordinates;
      moved.topRows(20) = moved.bottomRows(20).eval();
      check_refused(p, moved);
    }
  }
}

TEST_CASE("a map that came out in another way, as on another processor, is as good a start") {
  for (const auto layout : {dsne::federated::Layout::tsne, dsne::federated::Layout::umap}) {
    Parameters p = starting_from(Initialization::tsne);
    p.method = "joint";
    p.layout = layout;
    Parameters other = p;
    other.initialization = Initialization::random;
    const Matrix another = dsne::federated::reference_embedding(
        {other, {}, some_reference().rows(), [] { return some_reference(); }});
    REQUIRE((another - start(p)).norm() > 1);
    CHECK_NOTHROW(dsne::federated::check_start(p, some_reference(), another, false));
  }
}

TEST_CASE("no round moves the reference far") {
  Parameters p;
  int iteration = 3;
  const auto allowed = [&](double distance) {
    Matrix moves = Matrix::Zero(5, 2);
    moves(3, 1) = distance;
    try {
      dsne::federated::check_moves(p, iteration, moves, "places");
      return true;
    } catch (const MessageError&) {
      return false;
    }
  };
  CHECK(allowed(1.9));
  CHECK_FALSE(allowed(2.1));
  p.local_iterations = 3;
  CHECK(allowed(5.9));
  CHECK_FALSE(allowed(6.1));
  p.schedule.learning_rate = 100;
  CHECK(allowed(59));
  CHECK_FALSE(allowed(61));

  SUBCASE("momentum counts where it is in force") {
    p.schedule.final_momentum = 0.9;
    CHECK_FALSE(allowed(61));
    iteration = 250;
    CHECK(allowed(119));
    CHECK_FALSE(allowed(121));
  }
  SUBCASE("exaggeration counts while it is in force, and until its velocity has faded") {
    CHECK_FALSE(allowed(61));
    p.schedule.early_exaggeration_iterations = 5;
    CHECK(allowed(12 * 59));
    CHECK_FALSE(allowed(12 * 61));
    iteration = 5 + 3 + 10;
    CHECK_FALSE(allowed(61));
  }
}

TEST_CASE("what is said of the reference may differ from what is worked out by rounding alone") {
  Matrix worked_out = Matrix::Constant(5, 2, 0.3);
  const auto allowed = [&](double off) {
    Matrix said = worked_out;
    said(2, 1) += off;
    try {
      dsne::federated::check_as_worked_out(said, worked_out, 40, "places");
      return true;
    } catch (const MessageError& error) {
      CHECK(std::string(error.what()) ==
            "the remote's message: places is not what the sums over the sites make it");
      return false;
    }
  };
  CHECK(allowed(0.00039));
  CHECK_FALSE(allowed(-0.00041));
  worked_out(4, 0) = -50;
  CHECK(allowed(0.049));
  CHECK_FALSE(allowed(0.051));
  worked_out.setZero();
  CHECK(allowed(0.00039));
  CHECK_FALSE(allowed(-0.00041));
}

TEST_CASE("nothing is believed that cannot be worked out") {
  for (Eigen::Index i = 0; i < 10; ++i) {
    Matrix worked_out = Matrix::Zero(5, 2);
    worked_out(i / 2, i % 2) = std::nan("");
    CHECK_THROWS_AS(
        dsne::federated::check_as_worked_out(Matrix::Zero(5, 2), worked_out, 40, "places"),
        MessageError);
    CHECK_THROWS_AS(dsne::federated::check_moves({}, 3, worked_out, "places"), MessageError);
  }
}

TEST_CASE("no count over the sites is below 0") {
  CHECK(dsne::federated::counts_from(Matrix::Zero(2, 1)).front() ==
        dsne::federated::Counts::Zero(2));
  CHECK_THROWS_AS(dsne::federated::counts_from(Matrix::Constant(2, 1, -1)), MessageError);
}

TEST_CASE("landmarks begin as neighbours of their own kind, fewer than subjects have") {
  const Parameters p = starting_from(Initialization::tsne);
  dsne::federated::CoordinatorProblem problem{
      p, {}, some_reference().rows(), [] { return some_reference(); }};
  problem.has_learned_reference = true;
  const Matrix landmarks = dsne::federated::initial_reference_coordinates(problem);
  Parameters third = p;
  third.perplexity = p.perplexity / 3;
  CHECK(landmarks == start(third));
  CHECK(landmarks != start(p));
  CHECK_NOTHROW(dsne::federated::check_start(p, some_reference(), landmarks, true));
  CHECK_NOTHROW(dsne::federated::check_start(third, some_reference(), landmarks, false));
}

TEST_CASE("landmarks stand for every subject: none is put outside of their map") {
  Parameters p = starting_from(Initialization::tsne);
  Matrix own = dsne::tsne::random_coordinates(20, 5, 1.0, 403);
  own.topRows(8).array() += 50;
  const Matrix places = start(p);
  const TemporaryFolder scratch;
  dsne::federated::SiteProblem problem{p,
                                       own.rows(),
                                       some_reference().rows(),
                                       7,
                                       [&] {
                                         return dsne::federated::SitePoints{own, some_reference()};
                                       },
                                       dsne::federated::DiskCache(scratch.path(), "site")};
  const Matrix given = dsne::federated::initial_own_coordinates(problem, places);
  problem.landmark_of.assign(20, 0);
  const Matrix learned = dsne::federated::initial_own_coordinates(problem, places);
  CHECK(learned == dsne::federated::placed_by_neighbours(*dsne::federated::neighbour_embedding(p),
                                                         own, some_reference(), places));
  const double radius = places.rowwise().norm().maxCoeff();
  CHECK(given.topRows(8).rowwise().norm().minCoeff() > 1.5 * radius);
  CHECK(learned.rowwise().norm().maxCoeff() < 1.5 * radius);
}
