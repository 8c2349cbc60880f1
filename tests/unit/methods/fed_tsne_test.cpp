#include "methods/fed_tsne/fed_tsne.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "federation.h"
#include "methods/embedding/initial_coordinates.h"
#include "packed.h"
#include "test_points.h"
#include "tsne/tsne.h"
#include "umap/umap.h"

using dsne::Json;
using dsne::Matrix;
using dsne::exchange::SiteAnswers;
using dsne::methods::fed_tsne;
using dsne::methods::fed_umap;
using dsne::methods::landmark_distances;
using dsne::methods::Method;
using dsne::methods::opened;
using dsne::methods::Parameters;
using dsne::methods::points_at_distances;
using dsne::methods::sealed;

namespace {

Parameters short_run(const Method& method) {
  Parameters p;
  p.method = method.name;
  p.perplexity = 8;
  p.max_iterations = 60;
  p.n_neighbors = 6;
  return p;
}

std::vector<SiteData> two_sites() { return {{"a", own_data(25, 3)}, {"b", own_data(15, 4)}}; }

Matrix own_places(Federation& federation, const SiteData& site) {
  return federation.coordinates(site).topRows(site.own.rows());
}

/// All subjects' places after a run.
Matrix places_of_run(const Method& method, const std::vector<SiteData>& sites,
                     const Matrix& reference = reference_data()) {
  Federation federation(short_run(method), sites, reference, method);
  federation.round();
  std::vector<Matrix> parts;
  for (const SiteData& site : sites) parts.push_back(own_places(federation, site));
  return dsne::data::stacked(parts);
}

/// The answers of a first round, one of them changed.
std::map<std::string, Json> answers_with(const std::string& name, const Json& value) {
  Federation federation(short_run(fed_tsne()), two_sites(), reference_data(), fed_tsne());
  federation.round();
  std::map<std::string, Json> answers = federation.answers();
  answers["b"][name] = value;
  return answers;
}

void check_refused(const std::map<std::string, Json>& answers) {
  Federation federation(short_run(fed_tsne()), two_sites(), reference_data(), fed_tsne());
  CHECK_THROWS_AS(federation.coordinator()->combine(SiteAnswers(answers)), dsne::MessageError);
}

/// How far a map is from another, both centred, without regard to signs of its axes.
double map_difference(Matrix a, Matrix b) {
  a.rowwise() -= a.colwise().mean().eval();
  b.rowwise() -= b.colwise().mean().eval();
  for (Eigen::Index c = 0; c < a.cols(); ++c) {
    if (a.col(c).dot(b.col(c)) < 0) b.col(c) *= -1;
  }
  return relative_error(a, b);
}

/// Points by their distances to landmarks.
Matrix solved(const Matrix& points, const Matrix& landmarks) {
  return points_at_distances(landmark_distances(points, landmarks), landmarks);
}

const dsne::Bytes32 own_key = {1, 2, 3};
const dsne::Bytes32 another_key = {1, 2, 4};

void check_not_opened(const Json& message, const dsne::Bytes32& key, Eigen::Index rows = 5) {
  CHECK_THROWS_AS(opened(message, "a", key, rows, 6, "the message"), dsne::MessageError);
}

}  // namespace

TEST_CASE("fed-tsne is t-SNE of all subjects if the reference has enough points") {
  const Parameters p = short_run(fed_tsne());
  const auto sites = two_sites();
  const Matrix pooled = dsne::data::stacked(sites[0].own, sites[1].own);
  dsne::tsne::Schedule schedule;
  schedule.early_exaggeration_iterations = 20;
  const Matrix expected =
      dsne::tsne::tsne(dsne::tsne::joint_affinities(pooled, p.perplexity.wanted),
                       dsne::methods::principal_coordinates(pooled, 2), schedule, 60);
  CHECK(map_difference(places_of_run(fed_tsne(), sites), expected) < 1e-4);
}

TEST_CASE("fed-umap lays out the graph of all subjects") {
  const auto sites = two_sites();
  const Matrix pooled = dsne::data::stacked(sites[0].own, sites[1].own);
  dsne::umap::Options options;
  options.neighbours = 6;
  options.epochs = 60;
  CHECK(relative_error(places_of_run(fed_umap(), sites),
                       dsne::umap::umap(solved(pooled, reference_data()), options)) < 1e-9);
}

TEST_CASE("it makes no difference at which site a subject is") {
  const Matrix all = own_data(40, 3);
  for (const Method* method : {&fed_tsne(), &fed_umap()}) {
    const Matrix at_one = places_of_run(*method, {{"a", all}});
    CHECK(places_of_run(*method, {{"a", all.topRows(1)},
                                  {"b", all.middleRows(1, 30)},
                                  {"c", all.bottomRows(9)}}) == at_one);
  }
}

TEST_CASE("fewer reference points than features make a map, too") {
  for (const Method* method : {&fed_tsne(), &fed_umap()}) {
    CHECK(places_of_run(*method, two_sites(), reference_data().topRows(3)).allFinite());
  }
}

TEST_CASE("a site sends its distances once and receives only its own positions") {
  const auto sites = two_sites();
  for (const Method* method : {&fed_tsne(), &fed_umap()}) {
    CAPTURE(method->name);
    Federation federation(short_run(*method), sites, reference_data(), *method);
    CHECK(federation.rounds() == 1);
    CHECK(federation.message().empty());
    federation.round();
    const Json answer = federation.answers().at("a");
    CHECK(answer.size() == 2);
    CHECK(dsne::matrix_field(answer, "distances", 25, 40, "answer") ==
          landmark_distances(sites[0].own, reference_data()));
    CHECK_THROWS_AS(federation.site_half(sites[0])->round(federation.message()),
                    dsne::MessageError);

    const Json& places = federation.message()["sealed_places"];
    REQUIRE(places.size() == 2);
    const dsne::Bytes32 key = federation.site_problem(sites[0]).reading_key;
    CHECK(opened(places, "a", key, 25, 2, "message") == own_places(federation, sites[0]));
    CHECK_THROWS_AS(opened(places, "b", key, 15, 2, "message"), dsne::MessageError);
  }
}

TEST_CASE("the reference lies among similar subjects") {
  std::vector<SiteData> sites = two_sites();
  sites[0].own.topRows(10) = reference_data().topRows(10);
  Federation federation(short_run(fed_tsne()), sites, reference_data(), fed_tsne());
  federation.round();
  const Matrix own = own_places(federation, sites[0]);
  const Matrix reference = federation.reference_coordinates();
  const Matrix apart = reference.topRows(10) - own.topRows(10);
  CHECK(apart.rowwise().norm().maxCoeff() < 0.2 * dsne::extent_of(own));
}

TEST_CASE("a step's results are kept for the next") {
  const auto sites = two_sites();
  Federation federation(short_run(fed_tsne()), sites, reference_data(), fed_tsne());
  CHECK(federation.coordinator()->message().empty());
  federation.round();
  CHECK(federation.coordinator()->message() == federation.message());
  const auto half = federation.site_half(sites[1]);
  half->finish(federation.message());
  const auto next = fed_tsne().site(federation.site_problem(sites[1]), half->state());
  CHECK(next->coordinates() == half->coordinates());
}

TEST_CASE("a very large distance is limited") {
  std::vector<SiteData> sites = two_sites();
  sites[0].own.row(0).setConstant(1e30);
  Federation federation(short_run(fed_tsne()), sites, reference_data(), fed_tsne());
  federation.round();
  const Matrix posted =
      dsne::matrix_field(federation.answers().at("a"), "distances", 25, 40, "answer");
  CHECK(posted.row(0) == Matrix::Constant(1, 40, 1e6 * dsne::extent_of(reference_data())).row(0));
  CHECK(own_places(federation, sites[0]).allFinite());
}

TEST_CASE("the map is finite for any reference and subjects") {
  const std::vector<SiteData> far = {{"a", 1e100 * own_data(25, 3)}, {"b", own_data(15, 4)}};
  for (const Method* method : {&fed_tsne(), &fed_umap()}) {
    CAPTURE(method->name);
    for (const auto& sites : {two_sites(), far}) {
      CHECK(places_of_run(*method, sites, Matrix::Ones(40, 6)).allFinite());
      CHECK(places_of_run(*method, sites, 1e100 * reference_data()).allFinite());
      CHECK(places_of_run(*method, sites, 1e-200 * reference_data()).allFinite());
      CHECK(places_of_run(*method, sites, reference_data().topRows(1)).allFinite());
    }
  }
}

TEST_CASE("impossible distances are refused") {
  Matrix distances = Matrix::Ones(15, 40);
  CHECK_NOTHROW(Federation(short_run(fed_tsne()), two_sites(), reference_data(), fed_tsne())
                    .coordinator()
                    ->combine(SiteAnswers(answers_with("distances", dsne::pack(distances)))));
  distances(3, 5) = -1e-9;
  check_refused(answers_with("distances", dsne::pack(distances)));
  distances(3, 5) = 1e9;
  check_refused(answers_with("distances", dsne::pack(distances)));
  check_refused(answers_with("distances", dsne::pack(distances.topRows(14))));
  check_refused(answers_with("distances", dsne::pack(distances.leftCols(39))));
  check_refused(answers_with("distances", 3));
  check_refused(answers_with("places_key", "secret"));
  check_refused(answers_with("places_key", 3));
}

TEST_CASE("impossible maps are refused before distances are sent") {
  const auto begin = [](const Method& method, Eigen::Index subjects, double perplexity) {
    Parameters p = short_run(method);
    p.perplexity = perplexity;
    Federation(p, {{"a", own_data(subjects, 3)}, {"b", own_data(1, 5)}}, reference_data(), method);
  };
  for (const Method* method : {&fed_tsne(), &fed_umap()}) {
    CHECK_THROWS_WITH_AS(begin(*method, 2, 1),
                         ("method " + method->name + " needs at least 4 subjects in all").c_str(),
                         dsne::InputError);
    CHECK_NOTHROW(begin(*method, 3, 1));
  }
  CHECK_NOTHROW(begin(fed_tsne(), 24, 8));
  CHECK_THROWS_WITH_AS(begin(fed_tsne(), 24, 8.1),
                       "perplexity is too large: with all sites' subjects it must be at most 8.0",
                       dsne::InputError);
  CHECK_NOTHROW(begin(fed_umap(), 24, 8.1));
}

TEST_CASE("a site with too many subjects is named before distances are sent") {
  dsne::methods::CoordinatorProblem problem{
      short_run(fed_tsne()), {{"a", 10}, {"b", 1'000'000}}, 40, {}};
  CHECK_THROWS_WITH_AS(fed_tsne().coordinator(std::move(problem), {}),
                       "site b has more subjects than can post their distances", dsne::InputError);
}

TEST_CASE("four subjects make a map") {
  for (const Method* method : {&fed_tsne(), &fed_umap()}) {
    Parameters p = short_run(*method);
    p.perplexity = 1;
    const std::vector<SiteData> sites = {{"a", own_data(4, 3)}};
    Federation federation(p, sites, reference_data(), *method);
    federation.round();
    CHECK(own_places(federation, sites[0]).allFinite());
  }
}

TEST_CASE("a site refuses a last message without its positions") {
  const auto sites = two_sites();
  Federation federation(short_run(fed_tsne()), sites, reference_data(), fed_tsne());
  federation.round();
  Json without = federation.message();
  without["sealed_places"].erase("a");
  CHECK_THROWS_AS(federation.site_half(sites[0])->finish(without), dsne::MessageError);
  Json swapped = federation.message();
  swapped["sealed_places"]["a"] = swapped["sealed_places"]["b"];
  CHECK_THROWS_AS(federation.site_half(sites[0])->finish(swapped), dsne::MessageError);
}

TEST_CASE("distances to landmarks are Euclidean") {
  Matrix points(2, 2);
  points << 0, 0, 3, 0;
  Matrix landmarks(3, 2);
  landmarks << 3, 4, 0, 0, 3, -1;
  Matrix expected(2, 3);
  expected << 5, 0, std::sqrt(10), 4, 3, 1;
  CHECK(relative_error(landmark_distances(points, landmarks), expected) < 1e-15);
}

TEST_CASE("points follow from distances to one more landmark than features") {
  const Matrix points = own_data(30, 5);
  for (const Eigen::Index landmarks : {7, 40}) {
    CAPTURE(landmarks);
    const Matrix found = solved(points, reference_data().topRows(landmarks));
    REQUIRE(found.cols() == 7);
    CHECK(relative_error(found.leftCols(6), points) < 1e-8);
    CHECK(found.col(6).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("fewer landmarks give the points within their span, and the distance from it") {
  Matrix landmarks = reference_data().topRows(10);
  landmarks.rightCols(2).setConstant(3);
  const Matrix points = own_data(30, 5);
  const Matrix found = solved(points, landmarks);
  CHECK(relative_error(found.leftCols(4), points.leftCols(4)) < 1e-8);
  CHECK(relative_error(found.middleCols(4, 2), Matrix::Constant(30, 2, 3)) < 1e-8);
  CHECK(relative_error(found.col(6), (points.rightCols(2).array() - 3).matrix().rowwise().norm()) <
        1e-8);
}

TEST_CASE("coincident landmarks give the distance from them") {
  const Matrix landmarks = Matrix::Ones(5, 6);
  const Matrix points = own_data(10, 5);
  const Matrix found = solved(points, landmarks);
  CHECK(relative_error(found.leftCols(6), Matrix::Ones(10, 6)) < 1e-12);
  CHECK(relative_error(found.col(6), (points.array() - 1).matrix().rowwise().norm()) < 1e-12);
}

TEST_CASE("impossible distances give finite points") {
  for (const double size : {0.0, 1.0, 1e6}) {
    const Matrix distances = size * own_data(8, 3).cwiseAbs() * Matrix::Ones(6, 40);
    CHECK(points_at_distances(distances, reference_data()).allFinite());
  }
}

TEST_CASE("sealed coordinates need the key, and look random without it") {
  const Matrix places = own_data(5, 11);
  const Json message = {{"a", sealed(places, own_key)}};
  CHECK(relative_error(opened(message, "a", own_key, 5, 6, "the message"), places) < 1e-11);
  CHECK(sealed(places, own_key) == message["a"]);
  CHECK(sealed(places, another_key)["uint64"] != message["a"]["uint64"]);
  check_not_opened(message, another_key);
}

TEST_CASE("coordinates sealed otherwise are refused") {
  const Json good = {{"a", sealed(own_data(5, 11), own_key)}};
  check_not_opened(good, own_key, 4);
  check_not_opened(Json::object(), own_key);
  Json bad = good;
  bad["a"]["tag"] = std::string(64, '0');
  check_not_opened(bad, own_key);
  bad["a"].erase("tag");
  check_not_opened(bad, own_key);
  bad = good;
  bad["a"]["uint64"] = sealed(own_data(5, 12), own_key)["uint64"];
  check_not_opened(bad, own_key);
}

TEST_CASE("an empty set of coordinates can be sealed") {
  const Json message = {{"a", sealed(Matrix(0, 2), own_key)}};
  CHECK(opened(message, "a", own_key, 0, 2, "the message").rows() == 0);
}
