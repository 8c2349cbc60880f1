#include "methods/fed_tsne/fed_tsne.h"

#include "method_runs.h"
#include "methods/embedding/initial_coordinates.h"
#include "tsne/tsne.h"
#include "umap/umap.h"

using dsne::methods::landmark_distances;
using dsne::methods::opened;
using dsne::methods::points_at_distances;
using dsne::methods::sealed;

namespace {

const std::vector<std::string> both = {"fed-tsne", "fed-umap"};

Json posting_run(const std::string& method, double perplexity = 8) {
  return {
      {"method", method}, {"perplexity", perplexity}, {"max_iterations", 60}, {"n_neighbors", 6}};
}

std::vector<SiteData> two_sites() { return {{"a", own_data(25, 3)}, {"b", own_data(15, 4)}}; }

/// All subjects' places after a run.
Matrix places_of_run(const std::string& method, const std::vector<SiteData>& sites = two_sites(),
                     const Matrix& reference = reference_data(), double perplexity = 8) {
  Federation federation(posting_run(method, perplexity), sites, reference);
  federation.round();
  std::vector<Matrix> parts;
  for (const SiteData& site : sites) parts.push_back(federation.own_coordinates(site));
  return dsne::stacked(parts);
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

}  // namespace

TEST_CASE("fed-tsne is t-SNE, and fed-umap UMAP, of all subjects if there are enough landmarks") {
  const Matrix pooled = dsne::stacked(two_sites()[0].own, two_sites()[1].own);
  dsne::tsne::Schedule schedule;
  schedule.early_exaggeration_iterations = 20;
  CHECK(map_difference(places_of_run("fed-tsne"),
                       dsne::tsne::tsne(dsne::tsne::joint_affinities(pooled, 8),
                                        dsne::methods::principal_coordinates(pooled, 2), schedule,
                                        60)) < 1e-4);
  dsne::umap::Options options;
  options.neighbours = 6;
  options.epochs = 60;
  CHECK(relative_error(places_of_run("fed-umap"),
                       dsne::umap::umap(solved(pooled, reference_data()), options)) < 1e-9);
}

TEST_CASE("it makes no difference at which site a subject is") {
  const Matrix all = own_data(40, 3);
  for (const std::string& method : both) {
    CHECK(places_of_run(method, {{"a", all.topRows(1)},
                                 {"b", all.middleRows(1, 30)},
                                 {"c", all.bottomRows(9)}}) == places_of_run(method, {{"a", all}}));
  }
}

TEST_CASE("a site posts its distances, and opens only its own positions, which are its map") {
  for (const std::string& method : both) {
    CAPTURE(method);
    Federation federation(posting_run(method), two_sites(), reference_data());
    const SiteData& site = federation.sites()[0];
    federation.round();
    CHECK(dsne::matrix_field(federation.answers().at("a"), "distances", 25, 40, "answer") ==
          landmark_distances(site.own, reference_data()));
    const Json& places = federation.message()["sealed_places"];
    REQUIRE(places.size() == 2);
    const dsne::Bytes32 key = federation.site_problem(site).reading_key;
    CHECK(opened(places, "a", key, 25, 2, "message") == federation.own_coordinates(site));
    CHECK_THROWS_AS(opened(places, "b", key, 15, 2, "message"), dsne::MessageError);
    for (const Json& other : {gone, places["b"]}) {
      const Json message =
          with_value(federation.message(), Json::json_pointer("/sealed_places/a"), other);
      CHECK_THROWS_AS(federation.site_half(site)->finish(message), dsne::MessageError);
    }
  }
}

TEST_CASE("the reference lies among similar subjects") {
  std::vector<SiteData> sites = two_sites();
  sites[0].own.topRows(10) = reference_data().topRows(10);
  Federation federation(posting_run("fed-tsne"), sites, reference_data());
  federation.round();
  const Matrix own = federation.own_coordinates(sites[0]);
  const Matrix apart = federation.reference_coordinates().topRows(10) - own.topRows(10);
  CHECK(apart.rowwise().norm().maxCoeff() < 0.2 * dsne::extent_of(own));
}

TEST_CASE("a step's results are kept for the next") {
  Federation federation(posting_run("fed-tsne"), two_sites(), reference_data());
  federation.round();
  CHECK(federation.coordinator()->message() == federation.message());
  const SiteData& site = federation.sites()[1];
  const auto half = federation.site_half(site);
  half->finish(federation.message());
  const auto next = dsne::methods::fed_tsne().site(federation.site_problem(site), half->state());
  CHECK(next->coordinates() == half->coordinates());
}

TEST_CASE("a very large distance is limited") {
  std::vector<SiteData> sites = two_sites();
  sites[0].own.row(0).setConstant(1e30);
  Federation federation(posting_run("fed-tsne"), sites, reference_data());
  federation.round();
  const Matrix posted =
      dsne::matrix_field(federation.answers().at("a"), "distances", 25, 40, "answer");
  CHECK((posted.row(0).array() == 1e6 * dsne::extent_of(reference_data())).all());
}

TEST_CASE("the map is finite for any reference and subjects, also for four of them") {
  const std::vector<SiteData> far = {{"a", 1e100 * own_data(25, 3)}, {"b", own_data(15, 4)}};
  for (const std::string& method : both) {
    CAPTURE(method);
    CHECK(places_of_run(method, {{"a", own_data(4, 3)}}, reference_data(), 1).allFinite());
    for (const auto& sites : {two_sites(), far}) {
      for (const Matrix& reference :
           {Matrix(Matrix::Ones(40, 6)), Matrix(1e100 * reference_data()),
            Matrix(1e-200 * reference_data()), Matrix(reference_data().topRows(1)),
            Matrix(reference_data().topRows(3))}) {
        CHECK(places_of_run(method, sites, reference).allFinite());
      }
    }
  }
}

TEST_CASE("impossible maps are refused before distances are sent") {
  const auto begin = [](const std::string& method, Eigen::Index subjects, double perplexity) {
    Federation(posting_run(method, perplexity),
               {{"a", own_data(subjects, 3)}, {"b", own_data(1, 5)}}, reference_data());
  };
  for (const std::string& method : both) {
    CHECK_THROWS_WITH_AS(begin(method, 2, 1),
                         ("method " + method + " needs at least 4 subjects in all").c_str(),
                         dsne::InputError);
    CHECK_NOTHROW(begin(method, 3, 1));
  }
  CHECK_NOTHROW(begin("fed-tsne", 24, 8));
  CHECK_THROWS_WITH_AS(begin("fed-tsne", 24, 8.1),
                       "perplexity is too large: with all sites' subjects it must be at most 8.0",
                       dsne::InputError);
  CHECK_NOTHROW(begin("fed-umap", 24, 8.1));
  dsne::methods::CoordinatorProblem problem{
      parse_parameters(posting_run("fed-tsne")), {{"a", 10}, {"b", 1'000'000}}, 40, {}};
  CHECK_THROWS_WITH_AS(dsne::methods::fed_tsne().coordinator(std::move(problem), {}),
                       "site b has more subjects than can post their distances", dsne::InputError);
}

TEST_CASE("distances to landmarks are Euclidean") {
  CHECK(relative_error(landmark_distances(Matrix{{0, 0}, {3, 0}}, Matrix{{3, 4}, {0, 0}, {3, -1}}),
                       Matrix{{5, 0, std::sqrt(10)}, {4, 3, 1}}) < 1e-15);
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
  const Matrix points = own_data(30, 5);
  Matrix landmarks = reference_data().topRows(10);
  for (const Eigen::Index within : {4, 0}) {
    const Eigen::Index beside = 6 - within;
    landmarks.rightCols(beside).setConstant(3);
    const Matrix found = solved(points, landmarks);
    if (within > 0) CHECK(relative_error(found.leftCols(within), points.leftCols(within)) < 1e-8);
    CHECK(relative_error(found.middleCols(within, beside), Matrix::Constant(30, beside, 3)) < 1e-8);
    CHECK(relative_error(found.col(6),
                         (points.rightCols(beside).array() - 3).matrix().rowwise().norm()) < 1e-8);
  }
  for (const double size : {0.0, 1.0, 1e6}) {
    const Matrix distances = size * own_data(8, 3).cwiseAbs() * Matrix::Ones(6, 40);
    CHECK(points_at_distances(distances, reference_data()).allFinite());
  }
}

TEST_CASE("sealed coordinates need the key, look random without it, and are refused if changed") {
  const Matrix places = own_data(5, 11);
  const Json good = {{"a", sealed(places, own_key)}};
  CHECK(relative_error(opened(good, "a", own_key, 5, 6, "it"), places) < 1e-11);
  CHECK(sealed(places, own_key) == good["a"]);
  CHECK(sealed(places, another_key)["uint64"] != good["a"]["uint64"]);
  const Json none = {{"a", sealed(Matrix(0, 2), own_key)}};
  CHECK(opened(none, "a", own_key, 0, 2, "it").rows() == 0);
  CHECK_THROWS_AS(opened(good, "a", another_key, 5, 6, "it"), dsne::MessageError);
  CHECK_THROWS_AS(opened(good, "a", own_key, 4, 6, "it"), dsne::MessageError);
  CHECK_THROWS_AS(opened(Json::object(), "a", own_key, 5, 6, "it"), dsne::MessageError);
  const Json other = sealed(own_data(5, 12), own_key)["uint64"];
  for (const auto& [field, value] : {std::pair<const char*, Json>{"/a/tag", std::string(64, '0')},
                                     {"/a/tag", gone},
                                     {"/a/uint64", other}}) {
    CHECK_THROWS_AS(
        opened(with_value(good, Json::json_pointer(field), value), "a", own_key, 5, 6, "it"),
        dsne::MessageError);
  }
}
