#include "methods/single_shot/single_shot.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "data/stacked.h"
#include "federation.h"
#include "methods/messages.h"
#include "packed.h"
#include "test_points.h"
#include "tsne/initialization.h"
#include "tsne/transform.h"
#include "tsne/tsne.h"

using dsne::Json;
using dsne::Matrix;
using dsne::exchange::SiteAnswer;
using dsne::exchange::SiteAnswers;
using dsne::methods::Parameters;
using dsne::methods::Placement;

namespace {

Parameters single_shot_parameters(Placement placement, int dimensions = 2) {
  Parameters p;
  p.method = "single-shot";
  p.perplexity = 8;
  p.max_iterations = 40;
  p.no_dims = dimensions;
  p.placement = placement;
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 10;
  p.schedule.momentum_switch_iteration = 20;
  return p;
}

std::unique_ptr<dsne::methods::CoordinatorMethod> coordinator(const Parameters& p,
                                                              const Json& state = Json()) {
  dsne::methods::CoordinatorProblem problem{
      p, {{"a", 20}}, reference_data().rows(), [] { return reference_data(); }};
  return dsne::methods::single_shot().coordinator(std::move(problem), state);
}

/// A run with one site.
Federation run_of(const Parameters& p, const Matrix& own) {
  return {p, {{"a", own}}, reference_data(), dsne::methods::single_shot()};
}

Matrix reference_coordinates(const Json& message, Eigen::Index dimensions = 2) {
  return dsne::matrix_field(message, "reference_places", 40, dimensions, "message");
}

/// The places of a site's points after the round.
Matrix placed(const Parameters& p, const Matrix& own) {
  Federation run = run_of(p, own);
  run.round();
  return run.coordinates({"a", own}).topRows(own.rows());
}

}  // namespace

TEST_CASE("the reference lies on its t-SNE map and stays there, in one round") {
  for (const auto start :
       {dsne::methods::Initialization::tsne, dsne::methods::Initialization::random}) {
    Parameters p = single_shot_parameters(Placement::reference);
    p.initialization = start;
    const auto half = coordinator(p);
    CHECK(half->rounds() == 1);
    const Matrix before = half->reference_coordinates();
    const auto affinities = dsne::tsne::joint_affinities(reference_data(), 8);
    const double divergence = dsne::tsne::kl_divergence(affinities, before);
    const Matrix further = dsne::tsne::tsne(affinities, before, dsne::tsne::Schedule(), 1000);
    CHECK(divergence < 1.25 * dsne::tsne::kl_divergence(affinities, further));
    CHECK(divergence < 0.5 * dsne::tsne::kl_divergence(
                                 affinities, dsne::tsne::random_coordinates(40, 2, 0.01, 1)));
    half->combine(SiteAnswers({{"a", Json::object()}}));
    CHECK(half->reference_coordinates() == before);
    CHECK(coordinator(p, Json::parse(half->state().dump()))->reference_coordinates() == before);
    CHECK(reference_coordinates(Json::parse(half->message().dump())) == before);
  }
}

TEST_CASE("a random start gives another map of the reference") {
  Parameters p = single_shot_parameters(Placement::reference);
  const Matrix from_components = coordinator(p)->reference_coordinates();
  p.initialization = dsne::methods::Initialization::random;
  const Matrix random = coordinator(p)->reference_coordinates();
  p.seed = 2;
  CHECK(random != from_components);
  CHECK(coordinator(p)->reference_coordinates() != random);
}

TEST_CASE("with placement by the reference, both the round's answer and the last one are empty") {
  for (const auto placement : {Placement::reference, Placement::paper}) {
    const SiteData site{"a", own_data(20, 103)};
    Federation run = run_of(single_shot_parameters(placement), site.own);
    const SiteAnswer answer = run.open_answer(site, run.message());
    CHECK(answer.fields.empty());
    CHECK(answer.sums.empty());
    const SiteAnswer last = run.site_half(site)->finish(run.message());
    CHECK(last.fields.empty());
    CHECK(last.sums.size() == (placement == Placement::reference ? 0 : 1));
  }
}

TEST_CASE("placement by the reference is that of the finished map") {
  for (const int dimensions : {2, 3}) {
    const Parameters p = single_shot_parameters(Placement::reference, dimensions);
    const Matrix own = own_data(20, 107);
    CHECK(placed(p, own) ==
          dsne::tsne::transform(own, reference_data(), coordinator(p)->reference_coordinates()));
  }
}

TEST_CASE("placement by the reference: a point's position depends on no other point") {
  const Parameters p = single_shot_parameters(Placement::reference);
  const Matrix own = own_data(20, 109);
  const Matrix before = placed(p, own);
  Matrix changed = own;
  changed.row(5) *= -3;
  const Matrix after = placed(p, changed);
  CHECK(after.row(5) != before.row(5));
  CHECK(after.topRows(5) == before.topRows(5));
  CHECK(after.bottomRows(14) == before.bottomRows(14));
  CHECK(placed(p, own.colwise().reverse()) == before.colwise().reverse());
  CHECK(placed(p, own.row(3)) == before.row(3));
}

TEST_CASE("placement by the paper is t-SNE with a fixed reference") {
  Parameters p = single_shot_parameters(Placement::paper);
  p.initialization = dsne::methods::Initialization::pca;
  const Matrix own = own_data(20, 113);
  Federation run = run_of(p, own);
  const Matrix reference = run.reference_coordinates();
  const Matrix data = dsne::data::stacked(own, reference_data());
  const auto affinities = dsne::tsne::joint_affinities(data, p.perplexity.wanted);
  Matrix coordinates =
      dsne::data::stacked(dsne::tsne::random_coordinates(20, 2, 0.01, 7), reference);
  dsne::tsne::OptimizerState optimizer = dsne::tsne::OptimizerState::at_rest(60, 2);
  for (int t = 0; t < p.max_iterations; ++t) {
    dsne::tsne::update_optimizer(
        optimizer,
        dsne::tsne::gradient(affinities, coordinates, dsne::tsne::exaggeration(p.schedule, t)),
        dsne::tsne::learning_rate(p.schedule, 60), dsne::tsne::momentum(p.schedule, t));
    coordinates += optimizer.velocity;
    coordinates.bottomRows(40) = reference;
  }
  run.round();
  CHECK((run.coordinates({"a", own}) - coordinates).norm() < 1e-9 * coordinates.norm());
  const SiteAnswer last = run.site_half({"a", own})->finish(run.message());
  REQUIRE(last.sums.size() == 1);
  CHECK(last.sums[0].name == "kl_divergence");
  CHECK(std::abs(last.sums[0].values(0, 0) - dsne::tsne::kl_divergence(affinities, coordinates)) <=
        0.005 + 1e-9);
  CHECK(last.sums[0].values(0, 1) == 1);
}

TEST_CASE("placement by the paper lets a point move its neighbours, and starts as asked") {
  Parameters p = single_shot_parameters(Placement::paper);
  const Matrix own = own_data(20, 127);
  const Matrix before = placed(p, own);
  Matrix changed = own;
  changed.row(5) *= -3;
  CHECK(placed(p, changed).topRows(5) != before.topRows(5));
  p.initialization = dsne::methods::Initialization::pca;
  CHECK(placed(p, own) != before);
}

TEST_CASE("one point, copies of reference points and outliers get finite coordinates") {
  Matrix strange = own_data(12, 131);
  strange.topRows(8) = reference_data().topRows(8);
  strange.row(9) = strange.row(10);
  strange.row(11) *= 1e6;
  for (const auto placement : {Placement::reference, Placement::paper}) {
    for (const int dimensions : {2, 3}) {
      const Parameters p = single_shot_parameters(placement, dimensions);
      for (const Matrix& own : {Matrix(strange.row(11)), strange}) {
        const Matrix coordinates = placed(p, own);
        CHECK(coordinates.rows() == own.rows());
        CHECK(coordinates.cols() == dimensions);
        CHECK(coordinates.allFinite());
      }
    }
  }
}

TEST_CASE("impossible reference coordinates are refused, whatever the subjects") {
  const Parameters p = single_shot_parameters(Placement::reference);
  Matrix far = Matrix::Zero(reference_data().rows(), 2);
  far.col(0).head(15).setConstant(1.001 * dsne::methods::largest_place);
  const SiteData site{"a", own_data(10, 137)};
  Federation run = run_of(p, site.own);
  CHECK_THROWS_AS(run.open_answer(site, {{"reference_places", dsne::pack(far)}}),
                  dsne::MessageError);
  far /= 1.002;
  run.open_answer(site, {{"reference_places", dsne::pack(far)}});
  CHECK(run.site_half(site)->coordinates().allFinite());
  CHECK_THROWS_AS(run.site_half(site)->finish({{"reference_places", dsne::pack(Matrix(2 * far))}}),
                  dsne::MessageError);
}

TEST_CASE("coordinates out of bounds are limited, so that the next step can read them") {
  Parameters p = single_shot_parameters(Placement::paper);
  p.schedule.learning_rate = 1e300;
  const SiteData site{"a", own_data(10, 137)};
  Federation run = run_of(p, site.own);
  run.open_answer(site, run.message());
  CHECK(run.site_half(site)->coordinates().cwiseAbs().maxCoeff() <= dsne::largest_number);
}

TEST_CASE("a message that is damaged is refused") {
  for (const auto placement : {Placement::reference, Placement::paper}) {
    const SiteData site{"a", own_data(10, 137)};
    Federation run = run_of(single_shot_parameters(placement), site.own);
    for (const Json& bad : damaged(run.message()["reference_places"])) {
      const Json message = {{"reference_places", bad}};
      CHECK_THROWS_AS(run.open_answer(site, message), dsne::MessageError);
      CHECK_THROWS_AS(run.site_half(site)->finish(message), dsne::MessageError);
    }
    CHECK_THROWS_AS(run.open_answer(site, Json::object()), dsne::MessageError);
  }
}

TEST_CASE("coordinates are rounded to a thousandth of the map's width") {
  Matrix places(2, 2);
  places << 1.2341, -0.0004, 7, 0.0006;
  Matrix expected(2, 2);
  expected << 1.234, 0, 7, 0.001;
  CHECK(relative_error(dsne::methods::rounded_places(places, 1), expected) < 1e-12);
  CHECK(dsne::methods::rounded_places(places, 0) == places);
}
