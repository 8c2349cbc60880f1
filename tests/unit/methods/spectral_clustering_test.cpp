#include "methods/spectral_clustering/spectral_clustering.h"

#include <Eigen/Eigenvalues>
#include <fstream>

#include "forged.h"
#include "hostile_fields.h"
#include "method_runs.h"
#include "methods/messages.h"
#include "methods/method.h"
#include "spectral/clusters.h"

using dsne::spectral::ClusterNumbers;

namespace {

/// The numbers of a file of tests/data/spectral, a row per line.
Matrix published_values(const std::string& name, Eigen::Index columns) {
  std::ifstream file(DSNE_TEST_DATA "/spectral/" + name + ".txt");
  std::vector<double> numbers;
  for (double number = 0; file >> number;) numbers.push_back(number);
  return Eigen::Map<const Matrix>(numbers.data(), std::ssize(numbers) / columns, columns);
}

/// Subjects around as many middles as are given, one after the other.
Matrix subjects_around(Eigen::Index subjects, Eigen::Index middles, std::uint64_t seed) {
  Matrix points = dsne::tsne::random_coordinates(subjects, 3, 1.0, seed);
  for (Eigen::Index i = 0; i < subjects; ++i) {
    points(i, 0) += 10 * static_cast<double>(i % middles);
  }
  return points;
}

struct ClusterRun : Federation {
  ClusterRun(Json given, const std::vector<SiteData>& data, const Matrix& reference)
      : Federation((given["method"] = "spectral-clustering", given), data, reference) {}

  dsne::spectral::JointClusters result() {
    run();
    return std::get<dsne::spectral::JointClusters>(coordinator()->findings().value);
  }
  /// A site's clusters after a run.
  dsne::spectral::Membership own(std::size_t site) {
    const Json said = Json::parse(coordinator()->result().dump());
    return std::get<dsne::spectral::SiteClusters>(site_half(sites()[site])->findings(said).value)
        .own;
  }
};

std::vector<SiteData> three_sites(Eigen::Index subjects = 40) {
  return {{"a", subjects_around(subjects, 3, 1)},
          {"b", subjects_around(subjects, 3, 2)},
          {"c", subjects_around(subjects, 3, 3)}};
}

ClusterRun three_site_run(const Json& given = Json::object()) {
  return {given, three_sites(), subjects_around(30, 3, 4)};
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
  const Matrix landmarks = published_values("landmarks", 5);
  Json given = {{"clusters", 3}, {"kernel_width", 0.8}};
  // By default eigenvalues are those of each site's groups' means.
  const Vector of_groups = ClusterRun(given, sites, landmarks).result().found.eigenvalues;
  CHECK((of_groups - published_values("grouped_eigenvalues", 1)).cwiseAbs().maxCoeff() < 1e-8);
  given["least_in_sums"] = 1;
  ClusterRun run(given, sites, landmarks);
  const auto joint = run.result();
  CHECK(joint.found.subjects == 90);
  CHECK(joint.found.landmarks == 10);
  CHECK((joint.found.eigenvalues - published_values("eigenvalues", 1)).cwiseAbs().maxCoeff() <
        1e-8);
  ClusterNumbers found;
  for (std::size_t site = 0; site < sites.size(); ++site) {
    const ClusterNumbers own = run.own(site).clusters;
    found.insert(found.end(), own.begin(), own.end());
  }
  const Vector published = published_values("clusters", 1);
  ClusterNumbers expected;
  for (const double number : published) expected.push_back(static_cast<Eigen::Index>(number));
  CHECK(same_partition(found, expected));
}

TEST_CASE("eigenvalues are those of everyone's affinities, with 20 landmarks") {
  const Matrix all = own_data(270, 1);
  const Matrix reference = own_data(20, 9);
  ClusterRun run({{"clusters", 9}, {"kernel_width", 0.3}, {"least_in_sums", 1}},
                 {{"a", all.topRows(90)}, {"b", all.middleRows(90, 90)}, {"c", all.bottomRows(90)}},
                 reference);
  const Matrix features = dsne::spectral::Nystrom(reference, 0.3).features(all);
  const Matrix affinities = features * features.transpose();
  const Vector degrees = affinities.rowwise().sum().cwiseMax(affinities.diagonal());
  const Vector scale = degrees.cwiseSqrt().cwiseInverse();
  const Matrix normalised = scale.asDiagonal() * affinities * scale.asDiagonal();
  const Vector values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(normalised).eigenvalues().reverse();
  CHECK((run.result().found.eigenvalues - values.head(10)).cwiseAbs().maxCoeff() < 1e-8);
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
    run.run(2);
    return run.open_answers().at("a").sums.front().values;
  };
  const auto differ = [&](int least_in_sums) {
    return (said(after, least_in_sums) - said(before, least_in_sums)).cwiseAbs().maxCoeff();
  };
  CHECK(differ(5) < 1e-9);
  CHECK(differ(1) > 0.01);
}

TEST_CASE("the eigengap gives the number of groups, and each is a cluster") {
  ClusterRun run = three_site_run();
  const auto joint = run.result();
  CHECK(joint.found.by_gap);
  REQUIRE(joint.found.clusters() == 3);
  CHECK(joint.found.counts.sum() == 120);
  CHECK(joint.sites.size() == 3);
  for (std::size_t site = 0; site < 3; ++site) {
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
  std::vector<SiteData> sites = three_sites();
  sites[2].own = few;
  ClusterRun run({{"clusters", 3}}, sites, subjects_around(30, 3, 4));
  run.keeping = {"b"};
  const auto joint = run.result();
  REQUIRE(joint.sites.size() == 2);
  CHECK(joint.sites[1].site == "c");
  CHECK(joint.sites[1].others >= 5);
  CHECK((joint.sites[1].counts.array() == 0).count() == 2);
  CHECK(joint.sites[1].counts.sum() + joint.sites[1].others == 41);
  CHECK(joint.found.others == joint.sites[1].others);
  CHECK(joint.found.counts.sum() + joint.found.others == 121);
  for (const auto& [site, answer] : run.answers()) {
    CHECK(answer.contains("cluster_counts") == (site != "b"));
  }
}

TEST_CASE("a site with fewer subjects than clusters gets its clusters, and reveals no count") {
  std::vector<SiteData> sites = three_sites(60);
  sites[2].own = subjects_around(2, 3, 3);
  ClusterRun run({{"clusters", 3}, {"least_in_sums", 2}}, sites, subjects_around(30, 3, 4));
  const auto joint = run.result();
  CHECK(joint.found.counts.sum() == 120);
  CHECK(joint.found.others == 2);
  const auto others = run.own(0).clusters;
  CHECK(run.own(2).clusters == ClusterNumbers{others[0], others[1]});
}

TEST_CASE("a subject far from all others is in some cluster") {
  std::vector<SiteData> sites = three_sites();
  sites[1].own.row(5).setConstant(1e7);
  ClusterRun run({{"clusters", 3}}, sites, subjects_around(30, 3, 4));
  CHECK(run.result().found.counts.sum() == 120);
  CHECK(run.own(1).margins.allFinite());
}

TEST_CASE("impossible clusterings are refused") {
  const Matrix reference = subjects_around(30, 3, 4);
  struct Trial {
    Json given;
    std::vector<SiteData> sites;
    Matrix reference;
    const char* error;
  };
  for (const Trial& trial : std::vector<Trial>{
           {{{"clusters", 16}},
            three_sites(),
            reference,
            "parameter clusters asks for more clusters than there are landmarks: 9"},
           {Json::object(), three_sites(5), reference,
            "too few subjects or reference points for method spectral-clustering"},
           {Json::object(),
            {{"a", subjects_around(240, 3, 1)}, {"b", subjects_around(20, 3, 2)}},
            reference,
            "the other sites have too few subjects for method spectral-clustering: fewer than "
            "twice the landmarks, or than least_in_sums"},
           {Json::object(), three_sites(), Matrix::Ones(30, 3),
            "too many points of the reference are the same one"},
           {{{"clusters", 4}},
            {{"a", Matrix::Ones(40, 3)}, {"b", Matrix::Ones(40, 3)}, {"c", Matrix::Ones(40, 3)}},
            reference,
            "the subjects differ too little for as many clusters"}}) {
    ClusterRun run(trial.given, trial.sites, trial.reference);
    CHECK_THROWS_WITH(run.run(), trial.error);
  }
}

TEST_CASE("a forged basis is refused by a site of spectral clustering, or noticed in the sums") {
  ClusterRun run = three_site_run({{"clusters", 3}});
  const SiteData& site = run.sites()[0];
  run.run(3);
  Json message = run.message();
  const Matrix good = dsne::matrix_field(message, "vectors", 9, 3, "it");
  CHECK(run.refusal(site, message).empty());
  for (const Json& forged : forged_bases(good)) {
    message["vectors"] = forged;
    CHECK_FALSE(run.refusal(site, message).empty());
  }
  // Orthonormal vectors that are no eigenvectors of the sites' sums.
  message["vectors"] = dsne::pack(Matrix(Matrix::Identity(9, 3)));
  const SiteAnswers all(run.answers_to(message));
  Json next = {{"stage", "count"}, {"landmark_clusters", std::vector<int>(9, 0)}};
  all.hand_on(dsne::methods::vector_products_term(Matrix::Zero(9, 3), 3 * 40), next);
  CHECK(run.refusal(site, next) ==
        "the remote's message: vectors is not what the sites' sums give");
}

TEST_CASE("a result is the same after JSON, and a damaged one is refused") {
  ClusterRun run = three_site_run({{"clusters", 3}});
  run.run();
  const Json result = Json::parse(run.coordinator()->result().dump());
  using dsne::methods::parse_found_clusters;
  check_fields(parse_found_clusters(result, "it"),
               [](const Json& json) { return parse_found_clusters(json, "it"); });
  const auto site = run.site_half(run.sites()[0]);
  for (const auto& [name, value] : std::map<std::string, Json>{
           {"clusters", 2}, {"subjects", 119}, {"landmarks", 8}, {"counts", {100, 100, 0}}}) {
    Json damaged = result;
    damaged[name] = value;
    CHECK_THROWS_AS(site->findings(damaged), dsne::MessageError);
  }
}
