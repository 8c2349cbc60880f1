#include "methods/spectral_clustering/spectral_clustering.h"

#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <fstream>
#include <functional>

#include "federation.h"
#include "forged.h"
#include "hostile_fields.h"
#include "methods/method.h"
#include "packed.h"
#include "spectral/nystrom.h"
#include "tsne/initialization.h"
#include "unit/data/helpers.h"

using dsne::Json;
using dsne::Matrix;
using dsne::Vector;
using dsne::methods::Parameters;
using dsne::spectral::ClusterNumbers;

namespace {

/// The numbers of a file of tests/data/spectral, a row per line.
Matrix published_values(const std::string& name, Eigen::Index columns) {
  std::ifstream file(DSNE_TEST_DATA "/spectral/" + name + ".txt");
  std::vector<double> numbers;
  for (double number = 0; file >> number;) numbers.push_back(number);
  return Eigen::Map<const Matrix>(numbers.data(), std::ssize(numbers) / columns, columns);
}

Parameters spectral_parameters(const Json& more = Json::object()) {
  Json given = {{"method", "spectral-clustering"}};
  given.update(more);
  return dsne::methods::parse_parameters(given);
}

/// Subjects around as many middles as are given, one after the other.
Matrix subjects_around(Eigen::Index subjects, Eigen::Index middles, std::uint64_t seed) {
  Matrix points = dsne::tsne::random_coordinates(subjects, 3, 1.0, seed);
  for (Eigen::Index i = 0; i < subjects; ++i) {
    points(i, 0) += 10 * static_cast<double>(i % middles);
  }
  return points;
}

struct ClusterRun {
  ClusterRun(const Json& parameters, std::vector<SiteData> data, Matrix reference)
      : sites(std::move(data)),
        federation(spectral_parameters(parameters), sites, std::move(reference),
                   dsne::methods::spectral_clustering()) {}

  dsne::spectral::JointClusters run() {
    federation.run();
    return std::get<dsne::spectral::JointClusters>(federation.coordinator()->findings().value);
  }
  /// A site's clusters after a run.
  dsne::spectral::Membership own(const SiteData& site) {
    const Json result = Json::parse(federation.coordinator()->result().dump());
    return std::get<dsne::spectral::SiteClusters>(
               federation.site_half(site)->findings(result).value)
        .own;
  }

  std::vector<SiteData> sites;
  Federation federation;
};

ClusterRun three_sites(const Json& parameters = Json::object(), Eigen::Index subjects = 40) {
  return {parameters,
          {{"a", subjects_around(subjects, 3, 1)},
           {"b", subjects_around(subjects, 3, 2)},
           {"c", subjects_around(subjects, 3, 3)}},
          subjects_around(30, 3, 4)};
}

/// The same partition, whatever the clusters are called.
bool same_partition(const ClusterNumbers& a, const ClusterNumbers& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if ((a[i] == a[j]) != (b[i] == b[j])) return false;
    }
  }
  return a.size() == b.size();
}

}  // namespace

TEST_CASE("three sites' clusters equal those of the published form with all data") {
  const Matrix subjects = published_values("subjects", 5);
  const std::vector<SiteData> sites = {{"a", subjects.topRows(25)},
                                       {"b", subjects.middleRows(25, 30)},
                                       {"c", subjects.bottomRows(35)}};
  const Json given = {{"clusters", 3}, {"kernel_width", 0.8}};
  // By default eigenvalues are those of each site's groups' means.
  const Vector of_groups =
      ClusterRun(given, sites, published_values("landmarks", 5)).run().found.eigenvalues;
  CHECK((of_groups - published_values("grouped_eigenvalues", 1)).cwiseAbs().maxCoeff() < 1e-8);
  Json each = given;
  each["least_in_sums"] = 1;
  ClusterRun run(each, sites, published_values("landmarks", 5));
  const auto joint = run.run();
  CHECK(joint.found.subjects == 90);
  CHECK(joint.found.landmarks == 10);
  CHECK((joint.found.eigenvalues - published_values("eigenvalues", 1)).cwiseAbs().maxCoeff() <
        1e-8);
  ClusterNumbers found;
  for (const SiteData& site : run.sites) {
    const ClusterNumbers own = run.own(site).clusters;
    found.insert(found.end(), own.begin(), own.end());
  }
  const Vector published = published_values("clusters", 1);
  ClusterNumbers expected;
  for (const double number : published) expected.push_back(static_cast<Eigen::Index>(number));
  CHECK(same_partition(found, expected));
}

TEST_CASE("eigenvalues are those of everyone's affinities, with 20 landmarks") {
  const Matrix reference = dsne::tsne::random_coordinates(20, 6, 1.0, 9);
  ClusterRun run({{"clusters", 9}, {"kernel_width", 0.3}, {"least_in_sums", 1}},
                 {{"a", dsne::tsne::random_coordinates(90, 6, 1.0, 1)},
                  {"b", dsne::tsne::random_coordinates(90, 6, 1.0, 2)},
                  {"c", dsne::tsne::random_coordinates(90, 6, 1.0, 3)}},
                 reference);
  const auto found = run.run().found;
  const Matrix all = dsne::data::stacked(
      {run.sites[0].own, dsne::data::stacked({run.sites[1].own, run.sites[2].own})});
  const Matrix features = dsne::spectral::Nystrom(reference, 0.3).features(all);
  const Matrix affinities = features * features.transpose();
  const Vector degrees = affinities.rowwise().sum().cwiseMax(affinities.diagonal());
  const Vector scale = degrees.cwiseSqrt().cwiseInverse();
  const Matrix normalised = scale.asDiagonal() * affinities * scale.asDiagonal();
  const Vector values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(normalised).eigenvalues().reverse();
  CHECK((found.eigenvalues - values.head(10)).cwiseAbs().maxCoeff() < 1e-8);
}

TEST_CASE("a site's terms depend only on its groups' means, for any reference") {
  // Five subjects far from the others, and the same mean of five others. The reference isolates
  // one.
  Matrix before = subjects_around(30, 3, 1);
  before.topRows(5) =
      dsne::tsne::random_coordinates(5, 3, 0.5, 7).rowwise() + dsne::RowVector::Constant(3, 60);
  Matrix after = before;
  const dsne::RowVector mean = before.topRows(5).colwise().mean();
  after.topRows(5) = -(before.topRows(5).rowwise() - mean);
  after.topRows(5).rowwise() += mean;
  Matrix reference(9, 3);
  for (Eigen::Index i = 0; i < 9; ++i) {
    reference.row(i) = before.row(0) + 0.05 * dsne::tsne::random_coordinates(9, 3, 1.0, 3).row(i);
  }
  const auto said = [&](const Matrix& own, int least_in_sums) {
    ClusterRun run({{"clusters", 2}, {"least_in_sums", least_in_sums}},
                   {{"a", own}, {"b", subjects_around(40, 3, 2)}, {"c", subjects_around(40, 3, 3)}},
                   reference);
    run.federation.run(2);
    return run.federation.open_answers().at("a").sums.front().values;
  };
  const auto differ = [&](int least_in_sums) {
    return (said(after, least_in_sums) - said(before, least_in_sums)).cwiseAbs().maxCoeff();
  };
  CHECK(differ(5) < 1e-9);
  CHECK(differ(1) > 0.01);
}

TEST_CASE("the eigengap gives the number of groups, and each is a cluster") {
  ClusterRun run = three_sites();
  const auto joint = run.run();
  CHECK(joint.found.by_gap);
  REQUIRE(joint.found.clusters() == 3);
  CHECK(joint.found.counts.sum() == 120);
  CHECK(joint.sites.size() == 3);
  for (const SiteData& site : run.sites) {
    const auto own = run.own(site);
    for (std::size_t i = 0; i < own.clusters.size(); ++i) {
      CHECK(own.clusters[i] == own.clusters[i % 3]);
    }
    CHECK(own.margins.minCoeff() > 0.5);
  }
}

TEST_CASE("a site's small counts are reported only together with others") {
  // Only 3 of the third site's subjects are in the last group.
  Matrix few = subjects_around(41, 3, 3);
  for (Eigen::Index i = 11; i < few.rows(); i += 3) few(i, 0) -= 20;
  ClusterRun run({{"clusters", 3}},
                 {{"a", subjects_around(40, 3, 1)}, {"b", subjects_around(40, 3, 2)}, {"c", few}},
                 subjects_around(30, 3, 4));
  run.federation.keeping = {"b"};
  const auto joint = run.run();
  REQUIRE(joint.sites.size() == 2);
  CHECK(joint.sites[1].site == "c");
  CHECK(joint.sites[1].others >= 5);
  CHECK((joint.sites[1].counts.array() == 0).count() == 2);
  CHECK(joint.sites[1].counts.sum() + joint.sites[1].others == 41);
  CHECK(joint.found.others == joint.sites[1].others);
  CHECK(joint.found.counts.sum() + joint.found.others == 121);
  for (const auto& [site, answer] : run.federation.answers()) {
    CHECK(answer.contains("cluster_counts") == (site != "b"));
  }
}

TEST_CASE("a site with fewer subjects than clusters gets its clusters, and reveals no count") {
  ClusterRun run({{"clusters", 3}, {"least_in_sums", 2}},
                 {{"a", subjects_around(60, 3, 1)},
                  {"b", subjects_around(60, 3, 2)},
                  {"c", subjects_around(2, 3, 3)}},
                 subjects_around(30, 3, 4));
  const auto joint = run.run();
  CHECK(joint.found.counts.sum() == 120);
  CHECK(joint.found.others == 2);
  const auto own = run.own(run.sites[2]).clusters;
  const auto others = run.own(run.sites[0]).clusters;
  CHECK(own == ClusterNumbers{others[0], others[1]});
}

TEST_CASE("a subject far from all others is in some cluster") {
  std::vector<SiteData> sites = three_sites().sites;
  sites[1].own.row(5).setConstant(1e7);
  ClusterRun run({{"clusters", 3}}, sites, subjects_around(30, 3, 4));
  CHECK(run.run().found.counts.sum() == 120);
  CHECK(run.own(run.sites[1]).margins.allFinite());
}

TEST_CASE("impossible clusterings are refused") {
  SUBCASE("more clusters than landmarks") {
    ClusterRun run = three_sites({{"clusters", 16}});
    CHECK_THROWS_WITH(run.federation.round(),
                      "parameter clusters asks for more clusters than there are landmarks: 9");
  }
  SUBCASE("too few subjects") {
    ClusterRun run = three_sites(Json::object(), 5);
    CHECK_THROWS_WITH(run.federation.round(),
                      "too few subjects or reference points for method spectral-clustering");
  }
  SUBCASE("too few subjects elsewhere") {
    ClusterRun run(Json::object(),
                   {{"a", subjects_around(240, 3, 1)}, {"b", subjects_around(20, 3, 2)}},
                   subjects_around(30, 3, 4));
    run.federation.round();
    CHECK_THROWS_WITH(run.federation.round(),
                      "the other sites have too few subjects for method spectral-clustering: fewer "
                      "than twice the landmarks, or than least_in_sums");
  }
  SUBCASE("a reference of one point, many times") {
    ClusterRun run(Json::object(), three_sites().sites, Matrix::Ones(30, 3));
    run.federation.round();
    CHECK_THROWS_WITH(run.federation.round(), "too many points of the reference are the same one");
  }
  SUBCASE("equal subjects") {
    ClusterRun run(
        {{"clusters", 4}},
        {{"a", Matrix::Ones(40, 3)}, {"b", Matrix::Ones(40, 3)}, {"c", Matrix::Ones(40, 3)}},
        subjects_around(30, 3, 4));
    CHECK_THROWS_WITH(run.run(), "the subjects differ too little for as many clusters");
  }
}

TEST_CASE("a site answers each question once, in order") {
  ClusterRun run = three_sites();
  const std::string wrong = "the remote's message: stage is not the one expected";
  const std::vector<std::string> stages = {"size", "affinities", "products", "vectors", "count"};
  for (std::size_t answered = 0; answered <= stages.size(); ++answered) {
    for (std::size_t asked = 0; asked < stages.size(); ++asked) {
      if (asked == answered) continue;
      CHECK_THROWS_WITH(run.federation.site_half(run.sites[0])->round({{"stage", stages[asked]}}),
                        wrong.c_str());
    }
    if (answered < stages.size()) run.federation.round();
  }
}

TEST_CASE("a site refuses results that its run's sums do not give") {
  const auto refusal = [](int rounds, const std::function<void(Json&)>& change) {
    ClusterRun run = three_sites({{"clusters", 3}});
    run.federation.run(rounds);
    Json message = run.federation.message();
    change(message);
    return run.federation.refusal(run.sites[0], message);
  };
  const std::string by = "the remote's message: ";
  struct Change {
    int rounds;
    const char* name;
    Json value;  ///< null: the field is missing
    std::string error;
  };
  for (const Change& change :
       std::vector<Change>{{1, "subjects", {}, "subjects is missing"},
                           {1, "subjects", dsne::pack(Matrix::Constant(1, 1, 39)),
                            "subjects is not the number of the sites' subjects"},
                           {2, "affinity_sums", {}, "affinity_sums is missing"},
                           {3, "clusters", 2, "clusters must be a whole number from 3 to 3"},
                           {3, "values", {0.5, 0.6, 0.4}, "values is not one of a run's"},
                           {3, "values", {1, 0.5, 0}, "values is not one of a run's"},
                           {3, "values", {1e9, 0.5, 0.1}, "values is not one of a run's"},
                           {4, "landmark_clusters", std::vector<int>(9, 0),
                            "landmark_clusters is not what the sites' sums give"}}) {
    CAPTURE(change.error);
    CHECK(refusal(change.rounds, [&](Json& message) {
            message[change.name] = change.value;
            if (change.value.is_null()) message.erase(change.name);
          }) == by + change.error);
  }
  CHECK(refusal(2, [](Json& message) {
          message["affinity_sums"] = with_number(message["affinity_sums"], 4, 1e6);
        }) == by + "affinity_sums is more than the sites can have sent");
  const auto vectors = [](Json& message) {
    return dsne::matrix_field(message, "vectors", 9, 3, "it");
  };
  CHECK(refusal(3, [&](Json& message) { message["vectors"] = dsne::pack(vectors(message) * 2); }) ==
        by + "vectors is not one of a run's");
  CHECK_FALSE(refusal(3, [&](Json& message) {
                message["vectors"] = dsne::pack(Matrix(vectors(message).leftCols(2)));
              }).empty());
  CHECK_FALSE(refusal(4, [](Json& message) { message["landmark_clusters"][0] = 3; }).empty());
  CHECK(refusal(4, [](Json& message) {
          Json& first = message["landmark_clusters"][0];
          first = (first.get<int>() + 1) % 3;
        }) == by + "landmark_clusters is not what the sites' sums give");
}

TEST_CASE("a forged basis is refused by a site of spectral clustering") {
  ClusterRun run = three_sites({{"clusters", 3}});
  run.federation.run(3);
  Json message = run.federation.message();
  const Matrix good = dsne::matrix_field(message, "vectors", 9, 3, "it");
  CHECK_NOTHROW(run.federation.open_answer(run.sites[0], message));
  for (const Json& forged : forged_bases(good)) {
    message["vectors"] = forged;
    CHECK_THROWS_AS(run.federation.open_answer(run.sites[0], message), dsne::MessageError);
  }
}

TEST_CASE("orthonormal vectors that are no eigenvectors of the sites' sums are noticed") {
  ClusterRun run = three_sites({{"clusters", 3}});
  run.federation.run(3);
  Json message = run.federation.message();
  message["vectors"] = dsne::pack(Matrix(Matrix::Identity(9, 3)));
  const dsne::exchange::SiteAnswers all(run.federation.answers_to(message));
  Json next = {{"stage", "count"}, {"landmark_clusters", std::vector<int>(9, 0)}};
  all.hand_on(dsne::methods::vector_products_term(Matrix::Zero(9, 3), 3 * 40), next);
  CHECK_THROWS_WITH(run.federation.answer(run.sites[0], next),
                    "the remote's message: vectors is not what the sites' sums give");
}

TEST_CASE("a site's counts must not exceed its subjects") {
  ClusterRun run = three_sites({{"clusters", 3}});
  run.federation.run(4);
  std::map<std::string, Json> answers = run.federation.answers_to(run.federation.message());
  answers["b"]["cluster_counts"] = {40, 1, 0, 0};
  CHECK_THROWS_WITH(run.federation.coordinator()->combine(dsne::exchange::SiteAnswers(answers)),
                    "the message of site b: cluster_counts are more than the site's subjects");
  answers["b"]["cluster_counts"] = {40, -1, 0, 0};
  CHECK_THROWS_AS(run.federation.coordinator()->combine(dsne::exchange::SiteAnswers(answers)),
                  dsne::MessageError);
  answers["b"].erase("masked");
  CHECK_THROWS_AS(run.federation.coordinator()->combine(dsne::exchange::SiteAnswers(answers)),
                  dsne::MessageError);
}

TEST_CASE("a result is the same after JSON, and a damaged one is refused") {
  ClusterRun run = three_sites({{"clusters", 3}});
  run.run();
  const Json result = Json::parse(run.federation.coordinator()->result().dump());
  using dsne::methods::parse_found_clusters;
  check_fields(parse_found_clusters(result, "it"),
               [](const Json& json) { return parse_found_clusters(json, "it"); });
  const auto site = run.federation.site_half(run.sites[0]);
  for (const auto& [name, value] : std::map<std::string, Json>{
           {"clusters", 2}, {"subjects", 119}, {"landmarks", 8}, {"counts", {100, 100, 0}}}) {
    Json damaged = result;
    damaged[name] = value;
    CHECK_THROWS_AS(site->findings(damaged), dsne::MessageError);
  }
}
