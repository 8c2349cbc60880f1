#include "methods/single_shot/single_shot.h"

#include "method_runs.h"
#include "methods/messages.h"
#include "tsne/tsne.h"

namespace {

/// A run with one site.
Federation single_run(const Json& more, const Matrix& own, double learning_rate = 0) {
  Json given = short_run("single-shot",
                         {{"perplexity", 8}, {"max_iterations", 40}, {"initialization", "tsne"}});
  given.update(more);
  Parameters p = parse_parameters(given);
  p.schedule.early_exaggeration = 4;
  p.schedule.early_exaggeration_iterations = 10;
  p.schedule.momentum_switch_iteration = 20;
  if (learning_rate > 0) p.schedule.learning_rate = learning_rate;
  return {p, {{"a", own}}, reference_data(), dsne::methods::single_shot()};
}

/// The places of a site's points after the round.
Matrix placed(const Json& more, const Matrix& own) {
  Federation run = single_run(more, own);
  run.round();
  return run.own_coordinates(run.sites()[0]);
}

const Json by_paper = {{"placement", "paper"}};

}  // namespace

TEST_CASE("the reference lies on its t-SNE map and stays there, in one round") {
  for (const char* start : {"tsne", "random"}) {
    Federation run = single_run({{"initialization", start}}, own_data(20, 1));
    CHECK(run.rounds() == 1);
    const Matrix before = run.reference_coordinates();
    const auto affinities = dsne::tsne::joint_affinities(reference_data(), 8);
    const double divergence = dsne::tsne::kl_divergence(affinities, before);
    const Matrix further = dsne::tsne::tsne(affinities, before, dsne::tsne::Schedule(), 1000);
    CHECK(divergence < 1.25 * dsne::tsne::kl_divergence(affinities, further));
    CHECK(divergence < 0.5 * dsne::tsne::kl_divergence(
                                 affinities, dsne::tsne::random_coordinates(40, 2, 0.01, 1)));
    run.round();
    CHECK(run.reference_coordinates() == before);
    CHECK(dsne::matrix_field(run.message(), "reference_places", 40, 2, "message") == before);
  }
}

TEST_CASE("a random start gives another map of the reference") {
  const auto map = [](const Json& more) {
    return single_run(more, own_data(20, 1)).reference_coordinates();
  };
  const Matrix random = map({{"initialization", "random"}});
  CHECK(random != map(Json::object()));
  CHECK(random != map({{"initialization", "random"}, {"seed", 2}}));
}

TEST_CASE("with placement by the reference, both the round's answer and the last one are empty") {
  for (const char* placement : {"reference", "paper"}) {
    Federation run = single_run({{"placement", placement}}, own_data(20, 103));
    const SiteData& site = run.sites()[0];
    const SiteAnswer answer = run.open_answer(site, run.message());
    CHECK(answer.fields.empty());
    CHECK(answer.sums.empty());
    const SiteAnswer last = run.site_half(site)->finish(run.message());
    CHECK(last.fields.empty());
    CHECK(last.sums.size() == (placement == std::string("reference") ? 0 : 1));
  }
}

TEST_CASE("placement by the reference is that of the finished map") {
  const Matrix own = own_data(20, 107);
  for (const int dimensions : {2, 3}) {
    const Json more = {{"no_dims", dimensions}};
    CHECK(placed(more, own) ==
          dsne::tsne::transform(own, reference_data(),
                                single_run(more, own).reference_coordinates()));
  }
}

TEST_CASE("placement by the reference: a point's position depends on no other point") {
  const Matrix own = own_data(20, 109);
  const Matrix before = placed(Json::object(), own);
  Matrix changed = own;
  changed.row(5) *= -3;
  const Matrix after = placed(Json::object(), changed);
  CHECK(after.row(5) != before.row(5));
  CHECK(after.topRows(5) == before.topRows(5));
  CHECK(after.bottomRows(14) == before.bottomRows(14));
  CHECK(placed(Json::object(), own.colwise().reverse()) == before.colwise().reverse());
  CHECK(placed(Json::object(), own.row(3)) == before.row(3));
  // By the paper a point moves its neighbours.
  CHECK(placed(by_paper, changed).topRows(5) != placed(by_paper, own).topRows(5));
}

TEST_CASE("placement by the paper is t-SNE with a fixed reference") {
  const Matrix own = own_data(20, 113);
  Federation run = single_run({{"placement", "paper"}, {"initialization", "pca"}}, own);
  const Matrix reference = run.reference_coordinates();
  const auto affinities = dsne::tsne::joint_affinities(dsne::stacked(own, reference_data()), 8);
  const dsne::tsne::Schedule schedule = run.site_problem(run.sites()[0]).parameters.schedule;
  Matrix coordinates = dsne::stacked(dsne::tsne::random_coordinates(20, 2, 0.01, 7), reference);
  auto optimizer = dsne::tsne::OptimizerState::at_rest(60, 2);
  for (int t = 0; t < 40; ++t) {
    dsne::tsne::update_optimizer(
        optimizer,
        dsne::tsne::gradient(affinities, coordinates, dsne::tsne::exaggeration(schedule, t)),
        dsne::tsne::learning_rate(schedule, 60), dsne::tsne::momentum(schedule, t));
    coordinates += optimizer.velocity;
    coordinates.bottomRows(40) = reference;
  }
  run.round();
  CHECK(relative_error(run.coordinates(run.sites()[0]), coordinates) < 1e-9);
  const SiteAnswer last = run.site_half(run.sites()[0])->finish(run.message());
  REQUIRE(last.sums.size() == 1);
  CHECK(last.sums[0].name == "kl_divergence");
  CHECK(std::abs(last.sums[0].values(0, 0) - dsne::tsne::kl_divergence(affinities, coordinates)) <=
        0.005 + 1e-9);
  CHECK(last.sums[0].values(0, 1) == 1);
}

TEST_CASE("one point, copies of reference points and outliers get finite coordinates") {
  Matrix strange = own_data(12, 131);
  strange.topRows(8) = reference_data().topRows(8);
  strange.row(9) = strange.row(10);
  strange.row(11) *= 1e6;
  for (const char* placement : {"reference", "paper"}) {
    for (const int dimensions : {2, 3}) {
      for (const Matrix& own : {Matrix(strange.row(11)), strange}) {
        const Matrix coordinates = placed({{"placement", placement}, {"no_dims", dimensions}}, own);
        CHECK(coordinates.rows() == own.rows());
        CHECK(coordinates.cols() == dimensions);
        CHECK(coordinates.allFinite());
      }
    }
  }
}

TEST_CASE("impossible reference coordinates are refused, whatever the subjects") {
  Federation run = single_run(Json::object(), own_data(10, 137));
  const SiteData& site = run.sites()[0];
  Matrix far = Matrix::Zero(40, 2);
  far.col(0).head(15).setConstant(1.001 * dsne::methods::largest_place);
  const Json too_far = {{"reference_places", dsne::pack(far)}};
  CHECK_THROWS_AS(run.open_answer(site, too_far), dsne::MessageError);
  run.open_answer(site, {{"reference_places", dsne::pack(Matrix(far / 1.002))}});
  CHECK(run.site_half(site)->coordinates().allFinite());
  CHECK_THROWS_AS(run.site_half(site)->finish(too_far), dsne::MessageError);
}

TEST_CASE("coordinates out of bounds are limited, so that the next step can read them") {
  Federation run = single_run(by_paper, own_data(10, 137), 1e300);
  run.open_answer(run.sites()[0], run.message());
  CHECK(run.site_half(run.sites()[0])->coordinates().cwiseAbs().maxCoeff() <= dsne::largest_number);
}

TEST_CASE("coordinates are rounded to a thousandth of the map's width") {
  const Matrix places{{1.2341, -0.0004}, {7, 0.0006}};
  CHECK(relative_error(dsne::methods::rounded_places(places, 1), Matrix{{1.234, 0}, {7, 0.001}}) <
        1e-12);
  CHECK(dsne::methods::rounded_places(places, 0) == places);
}
