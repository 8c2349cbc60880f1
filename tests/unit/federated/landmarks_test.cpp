#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "core/errors.h"
#include "data/stacked.h"
#include "federated/reference/landmark_rules.h"
#include "federated/reference/robust_sums.h"
#include "landmark_federation.h"
#include "packed.h"
#include "tsne/initialization.h"

namespace {

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using dsne::federated::LearnedReference;
using dsne::federated::Parameters;
using Eigen::Index;
namespace stage = dsne::federated::landmark_stage;

Parameters small_parameters() {
  Parameters parameters;
  parameters.initial_dims = 4;
  return parameters;
}

/// Three sites of subjects in four groups, some features on other scales than others.
std::vector<Matrix> sites_of(Index features, std::initializer_list<Index> sizes = {70, 50, 60}) {
  std::vector<Matrix> sites;
  std::uint64_t seed = 11;
  for (const Index size : sizes) {
    Matrix points = dsne::tsne::random_coordinates(size, features, 1, seed++);
    for (Index i = 0; i < size; ++i) points.row(i).array() += 8.0 * static_cast<double>(i % 4);
    for (Index f = 0; f < features; ++f) points.col(f) *= 1.0 + static_cast<double>(f % 3);
    sites.push_back(std::move(points));
  }
  return sites;
}

Matrix pooled(const std::vector<Matrix>& sites) {
  Matrix all = sites.front();
  for (std::size_t i = 1; i < sites.size(); ++i) all = dsne::data::stacked(all, sites[i]);
  return all;
}

std::string refusal_when(const std::function<void()>& act) {
  try {
    act();
  } catch (const dsne::Error& error) {
    return error.what();
  }
  return "";
}

/// How far two subspaces are apart: the largest sine of an angle between them.
double sine_between(const Matrix& a, const Matrix& b) {
  return (a - b * (b.transpose() * a)).norm();
}

}  // namespace

TEST_CASE("learned scale and components are the pooled data's") {
  for (const auto normalization :
       {dsne::data::Normalization::none, dsne::data::Normalization::zscore,
        dsne::data::Normalization::row_max}) {
    Parameters parameters = small_parameters();
    parameters.normalization = normalization;
    const std::vector<Matrix> sites = sites_of(12);
    LandmarkFederation federation(parameters, sites);
    const LearnedReference learned = federation.learn();
    const auto expected = dsne::federated::fit_preprocessing({pooled(sites), {}, {}}, parameters);
    CHECK((learned.preprocessing.scaling.centre - expected.scaling.centre).norm() < 1e-10);
    CHECK((learned.preprocessing.scaling.scale - expected.scaling.scale).norm() < 1e-10);
    CHECK((learned.preprocessing.pca->mean - expected.pca->mean).norm() < 1e-10);
    CHECK((learned.preprocessing.pca->components - expected.pca->components).norm() < 1e-6);
    CHECK((learned.preprocessing.pca->variances - expected.pca->variances).norm() <
          1e-6 * expected.pca->variances.norm());
  }
}

TEST_CASE("of many features the subspace of the first components is found by iteration") {
  const std::vector<Matrix> sites = sites_of(90);
  LandmarkFederation federation(small_parameters(), sites);
  const LearnedReference learned = federation.learn();
  const auto expected =
      dsne::federated::fit_preprocessing({pooled(sites), {}, {}}, small_parameters());
  // The first component is the groups'; the others are noise's, which nothing tells apart.
  CHECK(sine_between(learned.preprocessing.pca->components.leftCols(1),
                     expected.pca->components.leftCols(1)) < 1e-6);
  CHECK(learned.preprocessing.pca->components.cols() == 4);
  const Matrix& components = learned.preprocessing.pca->components;
  CHECK((components.transpose() * components - Matrix::Identity(4, 4)).norm() < 1e-9);
}

TEST_CASE("landmarks are the means of the leaves' members, each of at least least_members") {
  const std::vector<Matrix> sites = sites_of(12);
  LandmarkFederation federation(small_parameters(), sites);
  const LearnedReference learned = federation.learn();
  REQUIRE(learned.landmarks.rows() >= 12);
  CHECK(learned.landmarks.rows() <= 180 / 8);
  CHECK(learned.members.minCoeff() >= 5);
  CHECK(learned.members.sum() == 180);
  CHECK(federation.rounds() < 40);

  std::map<Index, std::pair<RowVector, Index>> leaves;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Matrix points = apply(learned.preprocessing, sites[i]);
    const auto node_of = federation.state(i).at("node_of").get<std::vector<Index>>();
    for (Index row = 0; row < points.rows(); ++row) {
      auto& [sum, members] = leaves[node_of[static_cast<std::size_t>(row)]];
      if (members++ == 0) sum = RowVector::Zero(4);
      sum += points.row(row);
    }
  }
  REQUIRE(std::ssize(leaves) == learned.landmarks.rows());
  Index landmark = 0;
  for (const auto& [node, leaf] : leaves) {
    CHECK(leaf.second == learned.members(landmark));
    CHECK((leaf.first / static_cast<double>(leaf.second) - learned.landmarks.row(landmark)).norm() <
          1e-9);
    ++landmark;
  }
  for (std::size_t i = 0; i < sites.size(); ++i) CHECK_NOTHROW(federation.site(i).check(learned));
}

TEST_CASE("landmarks of groups lie within the groups") {
  LandmarkFederation federation(small_parameters(), sites_of(12));
  const LearnedReference learned = federation.learn();
  // Along the first component the groups are far apart, and no landmark is between two.
  const Vector along = learned.landmarks.col(0);
  const double step = (along.maxCoeff() - along.minCoeff()) / 3;
  for (const double place : along) {
    const double groups = (place - along.minCoeff()) / step;
    CHECK(std::abs(groups - std::round(groups)) < 0.25);
  }
}

TEST_CASE("measures are put on one scale by the middle half of each site's values") {
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::robust;
  std::vector<Matrix> sites = sites_of(12);
  // All of one measure are positive, of the next at one site alone.
  for (Matrix& site : sites) site.col(2) = site.col(2).array().abs() + 0.1;
  sites[0].col(3) = sites[0].col(3).array().abs() + 0.1;
  LandmarkFederation federation(parameters, sites);
  const LearnedReference learned = federation.learn();
  const auto& scale = learned.measures;
  CHECK(std::find(scale.logarithms.begin(), scale.logarithms.end(), 2) != scale.logarithms.end());
  CHECK(std::find(scale.logarithms.begin(), scale.logarithms.end(), 3) == scale.logarithms.end());

  const auto means = [&](Index feature, bool logarithm) {
    double centre = 0;
    double spread = 0;
    std::vector<dsne::federated::MiddleHalf> own;
    for (const Matrix& site : sites) {
      const Matrix column = logarithm ? Matrix(site.col(feature).array().log()) : site.col(feature);
      own.push_back(dsne::federated::middle_half(column));
      centre += own.back().weight(0) * own.back().mean(0) / 180;
    }
    for (const auto& half : own) {
      spread += half.weight(0) / 180 *
                (std::pow(half.deviation(0), 2) + std::pow(half.mean(0) - centre, 2));
    }
    return std::pair(centre, std::sqrt(spread));
  };
  for (const Index f : {2, 3}) {
    const auto [centre, deviation] = means(f, f == 2);
    CHECK(scale.centre(f) == doctest::Approx(centre).epsilon(1e-9));
    CHECK(scale.deviation(f) == doctest::Approx(deviation).epsilon(1e-9));
    const auto [middle, spread] = means(f, false);
    CHECK(learned.preprocessing.scaling.centre(f) == doctest::Approx(middle).epsilon(1e-9));
    CHECK(learned.preprocessing.scaling.scale(f) == doctest::Approx(spread).epsilon(1e-9));
  }

  double centre = 0;
  for (const Matrix& site : sites) {
    const auto odd = dsne::quality::log_oddness(standardized(scale, site));
    centre += static_cast<double>(site.rows()) * dsne::quality::oddness_scale(odd)->centre / 180;
  }
  CHECK(learned.ordinary.centre == doctest::Approx(centre).epsilon(1e-9));
  CHECK(learned.ordinary.deviation > 0);
}

TEST_CASE("sites of too few subjects for a middle half learn with zscore, not with robust") {
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::zscore;
  const std::vector<Matrix> sites = sites_of(3, {11, 11, 11, 11, 11, 11});
  LandmarkFederation federation(parameters, sites);
  const LearnedReference learned = federation.learn();
  CHECK(learned.measures.deviation.isZero());
  CHECK(learned.ordinary.deviation == 0);
  parameters.normalization = dsne::data::Normalization::robust;
  CHECK(refusal_when([&] { LandmarkFederation(parameters, sites).learn(); }) ==
        "no feature spreads in the middle half of its values at sites of at least 12 subjects, as "
        "normalization robust needs");
}

TEST_CASE("with robust a value beyond all measure leaves the landmarks of the others alone") {
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::robust;
  std::vector<Matrix> sites = sites_of(12);
  LandmarkFederation without(parameters, sites);
  const Matrix expected = without.learn().landmarks;
  for (const double value : {1e100, -1e9}) {
    CAPTURE(value);
    sites[1](7, 3) = value;
    LandmarkFederation federation(parameters, sites);
    const LearnedReference learned = federation.learn();
    CHECK(learned.landmarks.rows() >= expected.rows() / 2);
    CHECK(learned.members.maxCoeff() < 60);
    CHECK(learned.landmarks.cwiseAbs().maxCoeff() < 10);
    CHECK(apply(learned.preprocessing, sites[1]).cwiseAbs().maxCoeff() < 10 * 12);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      CHECK_NOTHROW(federation.site(i).check(learned));
    }
    const auto again = dsne::federated::parse_learned_reference(to_text(learned));
    CHECK(apply(again.preprocessing, sites[1]) == apply(learned.preprocessing, sites[1]));
  }
}

TEST_CASE("with robust no sum over values without a limit is asked for") {
  // Beside the sums over limited values it would tell what a lone subject has beyond the limit.
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::robust;
  LandmarkFederation federation(parameters, sites_of(12));
  do {
    const Json message = federation.message();
    CHECK_FALSE(message.contains("mean"));
    CHECK_FALSE(message.contains("squares"));
    for (const auto& term : federation.open_answer(0, message).sums) {
      CHECK(term.name != dsne::federated::values_name);
      CHECK(term.name != dsne::federated::squares_name);
    }
  } while (!federation.round());
}

TEST_CASE("with robust a feature of which there are too few values is left out") {
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::robust;
  parameters.missing = dsne::data::Missing::impute;
  std::vector<Matrix> sites = sites_of(12);
  for (Matrix& site : sites) site.col(3).setConstant(std::numeric_limits<double>::quiet_NaN());
  sites[0].col(3).head(4).setConstant(7);
  LandmarkFederation federation(parameters, sites);
  const LearnedReference learned = federation.learn();
  CHECK(learned.preprocessing.scaling.without_spread == std::vector<Index>{3});
  CHECK(learned.measures.deviation(3) == 0);
  for (std::size_t i = 0; i < sites.size(); ++i) CHECK_NOTHROW(federation.site(i).check(learned));
  parameters.normalization = dsne::data::Normalization::zscore;
  CHECK(refusal_when([&] { LandmarkFederation(parameters, sites).learn(); }) ==
        "feature 4 has a value for fewer than least_members subjects");
}

TEST_CASE("with robust a gap is at the centre, and a site may have no value of a feature at all") {
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::robust;
  parameters.missing = dsne::data::Missing::impute;
  std::vector<Matrix> sites = sites_of(12);
  sites[1].col(3).setConstant(std::numeric_limits<double>::quiet_NaN());
  LandmarkFederation federation(parameters, sites);
  const LearnedReference learned = federation.learn();
  CHECK(learned.landmarks.allFinite());
  CHECK(dsne::federated::learned_means(learned.preprocessing)(3) ==
        doctest::Approx(learned.preprocessing.scaling.centre(3)));
}

TEST_CASE("missing values are taken as the mean of those that are there") {
  Parameters parameters = small_parameters();
  parameters.missing = dsne::data::Missing::impute;
  std::vector<Matrix> sites = sites_of(12);
  const Matrix whole = pooled(sites);
  double sum = whole.col(3).sum();
  for (Index row = 0; row < 10; ++row) {
    sum -= sites[1](row, 3);
    sites[1](row, 3) = std::numeric_limits<double>::quiet_NaN();
  }
  LandmarkFederation federation(parameters, sites);
  const LearnedReference learned = federation.learn();
  CHECK(learned.preprocessing.pca->mean(3) == doctest::Approx(sum / 170));
  CHECK(learned.landmarks.allFinite());
}

TEST_CASE("no landmark shows a site fewer than least_members of the others, but none") {
  // The second site's subjects lie among the first's, three of them where the others are not.
  std::vector<Matrix> sites = sites_of(12, {150, 40, 20});
  sites[1].topRows(3).array() += 100;
  sites[2].topRows(2).array() += 100;
  sites[0].topRows(30).array() += 100;
  LandmarkFederation federation(small_parameters(), sites);
  const LearnedReference learned = federation.learn();
  std::map<Index, std::array<Index, 3>> leaves;
  for (std::size_t i = 0; i < 3; ++i) {
    for (const Index node : federation.state(i).at("node_of").get<std::vector<Index>>()) {
      ++leaves[node][i];
    }
  }
  for (const auto& [node, members] : leaves) {
    for (const Index own : members) {
      const Index others = members[0] + members[1] + members[2] - own;
      CHECK((others == 0 || others >= 5));
    }
  }
}

TEST_CASE("a site answers each sum once, and no finer one than the rules allow") {
  LandmarkFederation federation(small_parameters(), sites_of(12));
  federation.run_until(stage::moments);
  const Json first = federation.message();
  const auto refuses = [&](const Json& message) {
    return refusal_when([&] { federation.open_answer(0, message); });
  };
  SUBCASE("another stage") {
    Json message = first;
    message["stage"] = stage::veto;
    CHECK(refuses(message) == "the remote's message: stage is not the one expected");
    message["stage"] = stage::mean;
    CHECK(refuses(message) == "the remote's message: stage is not the one expected");
  }
  SUBCASE("nodes that are none") {
    Json message = first;
    message["nodes"] = {1};
    CHECK(refuses(message) == "the remote's message: nodes must hold whole numbers from 0 to 0");
    message["nodes"] = {0, 0};
    message["axes"] = {1, 1};
    CHECK(refuses(message) == "the remote's message: nodes is damaged");
    message["nodes"] = Json::array();
    message["axes"] = Json::array();
    CHECK(refuses(message) == "the remote's message: nodes is damaged");
    message["nodes"] = {0};
    CHECK(refuses(message) == "the remote's message: axes must be 1 whole numbers");
  }
  SUBCASE("more components than were asked of the run") {
    Json message = first;
    message["width"] = 5;
    message["basis"] = dsne::pack(Matrix::Zero(12, 5));
    CHECK(refuses(message) == "the remote's message: width is not what may be asked now");
  }
  SUBCASE("counts") {
    federation.run_until(stage::count);
    Json message = federation.message();
    const auto thresholds = message["thresholds"][0].get<std::vector<double>>();
    CHECK(thresholds.size() == 17);
    message["thresholds"][0].push_back(thresholds.back() + 1);
    CHECK(refuses(message) == "the remote's message: nodes is not what may be asked now");
    message["thresholds"][0] = {2.0, 1.0};
    CHECK(refuses(message) == "the remote's message: thresholds is damaged");
    message["thresholds"][0] = Json::array();
    CHECK(refuses(message) == "the remote's message: thresholds is damaged");
  }
  SUBCASE("counts on both sides of a place, or along a direction, of the coordinator's choice") {
    federation.run_until(stage::count);
    const Json fair = federation.message();
    CHECK(refuses(fair).empty());
    Json message = fair;
    const double place = message["thresholds"][0][8];
    message["thresholds"][0] = {place - 1e-3, place + 1e-3};
    CHECK(refuses(message) == "the remote's message: thresholds is not what may be asked now");
    message = fair;
    for (auto& threshold : message["thresholds"][0]) {
      threshold = place + 1e-3 * (threshold.get<double>() - place);
    }
    CHECK(refuses(message) == "the remote's message: thresholds is not what may be asked now");
    message = fair;
    message["directions"] = dsne::pack(Matrix::Identity(4, 4).row(3));
    CHECK(refuses(message) == "the remote's message: thresholds is not what may be asked now");
    message = fair;
    message["node_sums"] = with_another_word(message["node_sums"]);
    CHECK(refuses(message) ==
          "the remote's message: node_sums is not the sum of what the sites have sent");
    message = fair;
    message.erase("node_products");
    CHECK_FALSE(refuses(message).empty());
  }
  SUBCASE("sums and counts of nodes that have told theirs") {
    federation.run_until(stage::veto);
    federation.run_until(stage::moments);
    Json message = federation.message();
    REQUIRE(message["cuts"].size() == 1);
    message["nodes"] = {0, 1, 2};
    message["axes"] = {1, 1, 1};
    CHECK(refuses(message) == "the remote's message: nodes is not what may be asked now");
    message = federation.message();
    message["axes"][0] = 99;
    CHECK(refuses(message) == "the remote's message: axes must hold whole numbers from 0 to 4");
  }
  SUBCASE("cuts that a site has not allowed") {
    federation.run_until(stage::veto);
    federation.run_until(stage::moments);
    Json message = federation.message();
    message["cuts"][0]["threshold"] = 17;
    CHECK(refuses(message) == "the remote's message: cuts is not what may be asked now");
    const Json turn = federation.message()["cuts"][0]["turn"];
    message["cuts"] = {{{"node", 0}, {"threshold", 8}, {"turn", turn}},
                       {{"node", 0}, {"threshold", 9}, {"turn", turn}}};
    CHECK(refuses(message) == "the remote's message: cuts is not what may be asked now");
    message = federation.message();
    message["cuts"][0]["turn"] = dsne::pack(Matrix::Constant(4, 4, 0.5));
    CHECK(refuses(message) == "the remote's message: turn is damaged");
    Json vetoes = federation.message();
    vetoes["vetoes"] = dsne::pack(Matrix::Constant(17, 1, -1));
    CHECK(refuses(vetoes) == "the remote's message: vetoes leaves out this site's");
    vetoes["vetoes"] = dsne::pack(Matrix::Ones(17, 1));
    CHECK(refuses(vetoes) == "the remote's message: cuts is not what may be asked now");
  }
}

TEST_CASE("the parts of a node are asked along the node's own axes, turned, and no others") {
  LandmarkFederation federation(small_parameters(), sites_of(12));
  federation.run_until(stage::veto);
  federation.run_until(stage::moments);
  const Json message = federation.message();
  const Matrix turn = dsne::matrix_field(message["cuts"][0], "turn", 4, 4, "the message");
  CHECK((turn * turn.transpose() - Matrix::Identity(4, 4)).norm() < 1e-9);

  // What each site says of them: products along the turned axes.
  const auto axes = message["axes"].get<std::vector<Index>>();
  REQUIRE(axes == std::vector<Index>{4, 4});
  const auto answer = federation.open_answer(0, message);
  const Matrix& products = answer.sums.at(1).values;
  REQUIRE(products.rows() == 22);
  const LearnedReference learned = LandmarkFederation(small_parameters(), sites_of(12)).learn();
  const Matrix points = apply(learned.preprocessing, sites_of(12)[0]) * turn.transpose();
  CHECK(products(1) + products(12) == doctest::Approx(points.col(0).squaredNorm()));
  CHECK(products(2) + products(13) == doctest::Approx(points.col(0).dot(points.col(1))));
  CHECK(products(10) + products(21) == doctest::Approx(points.col(3).squaredNorm()));

  const auto refusal = [&](const Matrix& turned) {
    Json other = message;
    other["cuts"][0]["turn"] = dsne::pack(turned);
    return refusal_when([&] { federation.open_answer(0, other); });
  };
  CHECK(refusal(Matrix::Identity(4, 4)).empty());
  CHECK(refusal(Matrix::Identity(4, 4) * 1.5) == "the remote's message: turn is damaged");
  CHECK(refusal(Matrix::Identity(5, 5)) ==
        "the remote's message: turn must be 4 rows of 4 packed numbers");
}

TEST_CASE("a site knows which landmark each of its subjects had a part in") {
  const std::vector<Matrix> sites = sites_of(12);
  LandmarkFederation federation(small_parameters(), sites);
  const LearnedReference learned = federation.learn();
  Matrix sums = Matrix::Zero(learned.landmarks.rows(), 4);
  dsne::federated::Counts members = dsne::federated::Counts::Zero(learned.landmarks.rows());
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const Matrix points = apply(learned.preprocessing, sites[i]);
    const auto landmark_of = federation.site(i).landmark_of();
    REQUIRE(std::ssize(landmark_of) == points.rows());
    for (Index row = 0; row < points.rows(); ++row) {
      const Index landmark = landmark_of[static_cast<std::size_t>(row)];
      sums.row(landmark) += points.row(row);
      ++members(landmark);
    }
  }
  CHECK(members == learned.members);
  const Matrix means = members.cast<double>().cwiseInverse().asDiagonal() * sums;
  CHECK((means - learned.landmarks).norm() < 1e-9);
}

TEST_CASE("a count that leaves fewer than least_members on a side is no cut") {
  CHECK(dsne::federated::may_split(20, 5, 3, 0, 5));
  CHECK_FALSE(dsne::federated::may_split(20, 4, 0, 0, 5));
  CHECK_FALSE(dsne::federated::may_split(20, 16, 0, 0, 5));
  // Four of others are below, of whom the site would know the sum.
  CHECK_FALSE(dsne::federated::may_split(20, 8, 6, 4, 5));
  CHECK(dsne::federated::may_split(20, 8, 8, 8, 5));
  CHECK(dsne::federated::may_split(20, 8, 11, 8, 5));
}

TEST_CASE("products are summed in half as many directions as others have subjects, and no more") {
  LandmarkFederation federation(small_parameters(), sites_of(90));
  federation.run_until(stage::subspace);
  const Json message = federation.message();
  CHECK(message["width"] == 14);
  SUBCASE("at once") {
    // The first site has 70 of 180 subjects.
    Json wide = message;
    wide["width"] = 56;
    wide["basis"] = dsne::pack(Matrix::Identity(90, 56));
    CHECK(refusal_when([&] { federation.open_answer(0, wide); }) ==
          "the remote's message: basis is not what may be asked now");
    CHECK_NOTHROW(federation.open_answer(1, wide));
  }
  SUBCASE("of vectors that are longer than 1") {
    Json longer = message;
    longer["basis"] = dsne::pack(Matrix::Constant(90, 14, 1.5));
    CHECK(refusal_when([&] { federation.open_answer(0, longer); }) ==
          "the remote's message: basis is damaged");
  }
  SUBCASE("of one direction at many scales, which would show where a term meets its bound") {
    const Matrix basis = dsne::matrix_field(message, "basis", 90, 14, "test");
    for (const double scale : {0.5, 1e-3, 1e-9, 1 - 1e-5}) {
      Json scaled = message;
      scaled["basis"] = dsne::pack(Matrix(scale * basis));
      CHECK(refusal_when([&] { federation.open_answer(0, scaled); }) ==
            "the remote's message: basis is damaged");
    }
    Matrix repeated = basis;
    repeated.col(1) = repeated.col(0);
    Json twice = message;
    twice["basis"] = dsne::pack(repeated);
    CHECK(refusal_when([&] { federation.open_answer(0, twice); }) ==
          "the remote's message: basis is damaged");
    CHECK_NOTHROW(federation.open_answer(0, message));
  }
  SUBCASE("one after the other") {
    for (int i = 0; i < 3; ++i) federation.round();
    CHECK(federation.message()["stage"] == stage::moments);
    CHECK(refusal_when([&] { federation.open_answer(0, message); }) ==
          "the remote's message: basis is not what may be asked now");
  }
}

TEST_CASE("components are fewer where there are few subjects") {
  using dsne::federated::subspace_plan;
  const auto is = [](const dsne::federated::SubspacePlan& plan, Index components, Index width,
                     Index rounds) {
    return plan.components == components && plan.width == width && plan.rounds == rounds;
  };
  CHECK(is(subspace_plan(50, 784, 3600), 50, 60, 4));
  CHECK(is(subspace_plan(50, 784, 400), 50, 60, 3));
  CHECK(is(subspace_plan(50, 784, 180), 30, 45, 2));
  CHECK(is(subspace_plan(50, 784, 40), 6, 10, 2));
  CHECK(is(subspace_plan(24, 24, 60), 24, 24, 1));
  CHECK(is(subspace_plan(24, 24, 40), 6, 10, 2));
  CHECK(subspace_plan(24, 24, 5).components == 0);
}

TEST_CASE("what was learned must be what the site has been told") {
  LandmarkFederation federation(small_parameters(), sites_of(12));
  const LearnedReference learned = federation.learn();
  const auto check = [&](const LearnedReference& reference) {
    return refusal_when([&] { federation.site(0).check(reference); });
  };
  const std::string other = "the remote's reference is not the one that was learned";
  LearnedReference changed = learned;
  changed.members(0) += 1;
  CHECK(check(changed) == other);
  changed = learned;
  changed.landmarks(2, 1) += 1e-6;
  CHECK(check(changed) == other);
  changed = learned;
  changed.landmarks.row(0).swap(changed.landmarks.row(1));
  CHECK(check(changed) == other);
  changed = learned;
  changed.preprocessing.pca->components(0, 0) += 1e-9;
  CHECK(check(changed) == other);
  changed = learned;
  changed.preprocessing.scaling.kind = dsne::data::Normalization::zscore;
  CHECK(check(changed) == other);
  changed = learned;
  changed.preprocessing.pca->components.conservativeResize(12, 3);
  CHECK(check(changed) == other);
  changed = learned;
  changed.preprocessing.scaling.scale.conservativeResize(11);
  CHECK(check(changed) == other);
  changed = learned;
  changed.members.conservativeResize(learned.members.size() - 1);
  CHECK(check(changed) == other);
  changed = learned;
  changed.measures.logarithms.push_back(0);
  CHECK(check(changed) == other);
  changed = learned;
  changed.measures.deviation(3) *= 2;
  CHECK(check(changed) == other);
}

TEST_CASE("whichever way a tree ends, a site has verified where all leaves lie") {
  for (const int landmarks : {4, 7, 500}) {
    Parameters parameters = small_parameters();
    parameters.landmarks = landmarks;
    CAPTURE(landmarks);
    LandmarkFederation federation(parameters, sites_of(12));
    const LearnedReference learned = federation.learn();
    for (std::size_t i = 0; i < 3; ++i) CHECK_NOTHROW(federation.site(i).check(learned));
  }
}

TEST_CASE("landmarks that a site was not told the sums of are refused") {
  Parameters parameters = small_parameters();
  parameters.landmarks = 4;
  LandmarkFederation federation(parameters, sites_of(12));
  federation.run_until(stage::leaves);
  const LearnedReference learned = LandmarkFederation(parameters, sites_of(12)).learn();
  CHECK(refusal_when([&] { federation.site(0).check(learned); }) ==
        "the remote's reference is not the one that was learned");
  federation.round();
  CHECK_NOTHROW(federation.site(0).check(learned));
}

TEST_CASE("a learned reference is the same after being written and read") {
  Parameters parameters = small_parameters();
  parameters.normalization = dsne::data::Normalization::zscore;
  std::vector<Matrix> sites = sites_of(3);
  for (Matrix& site : sites) site.col(1).setConstant(4);
  LandmarkFederation federation(parameters, sites);
  LearnedReference learned = federation.learn();
  learned.features = {"snr", "efc", "fber"};
  const std::string text = to_text(learned);
  CHECK(dsne::federated::is_learned(text));
  CHECK(to_text(dsne::federated::parse_learned_reference(text)) == text);
  CHECK(learned.preprocessing.scaling.without_spread == std::vector<Index>{1});

  const auto run = dsne::federated::parse_run_reference(text);
  const auto preprocessing = preprocessing_of(run, parameters);
  CHECK((apply(preprocessing, run.points.values) - learned.landmarks).norm() < 1e-9);
  CHECK(run.points.features == learned.features);
  CHECK(preprocessed(run, preprocessing) == learned.landmarks);
  CHECK(held_out_points(run, preprocessing) == learned.landmarks);
}

TEST_CASE("a damaged learned reference is an error of ours") {
  LandmarkFederation federation(small_parameters(), sites_of(12));
  const Json good = Json::parse(to_text(federation.learn()));
  const auto refusal = [](const Json& json) {
    return refusal_when([&] { dsne::federated::parse_learned_reference(json.dump()); });
  };
  CHECK(refusal(good).empty());
  for (const auto& item : good.items()) {
    const std::string name = item.key();
    CAPTURE(name);
    Json bad = good;
    bad[name] = nullptr;
    CHECK_FALSE((refusal(bad).empty() && name != "features"));
    bad.erase(name);
    CHECK_FALSE(refusal(bad).empty());
  }
  for (const double members : {0.0, 5.5, 1e19, -1e38}) {
    Json bad = good;
    bad["members"] =
        dsne::pack(Matrix::Constant(good["number_of_landmarks"].get<Index>(), 1, members));
    CHECK(refusal(bad) == "the learned reference: members is damaged");
  }
  CHECK(refusal_when([] { dsne::federated::parse_learned_reference("{"); }) ==
        "the learned reference is not JSON");
}

TEST_CASE("too few subjects, and subjects that are all alike, are errors") {
  const auto refusal = [](const std::vector<Matrix>& sites) {
    return refusal_when([&] { LandmarkFederation(small_parameters(), sites).learn(); });
  };
  CHECK(refusal(sites_of(12, {10, 10, 11})) ==
        "there are too few subjects for a reference to be learned");
  CHECK(refusal(sites_of(12, {100, 1})) ==
        "there are too few subjects for a reference to be learned");
  Parameters large_groups = small_parameters();
  large_groups.least_members = 70;
  const std::string unparted =
      "the subjects cannot be parted into landmarks: there are too few, or a few lie too far from "
      "all others";
  CHECK(refusal_when([&] { LandmarkFederation(large_groups, sites_of(12)).learn(); }) == unparted);
  // One value beyond all measure, which nothing limits.
  std::vector<Matrix> wrong = sites_of(12);
  wrong[0](0, 0) = 1e12;
  CHECK(refusal(wrong) == unparted);
  CHECK(refusal({Matrix::Ones(40, 3), Matrix::Ones(40, 3), Matrix::Ones(40, 3)}) ==
        "the subjects of all sites have the same data");
}

TEST_CASE("a damaged state is an error of ours") {
  LandmarkFederation federation(small_parameters(), sites_of(12));
  federation.run_until(stage::veto);
  federation.round();
  const Json good = federation.state(0);
  for (const auto& item : good.items()) {
    const std::string name = item.key();
    CAPTURE(name);
    federation.state(0) = good;
    federation.state(0)[name] = "x";
    CHECK_FALSE(refusal_when([&] { federation.site(0); }).empty());
  }
  const Json kept = federation.coordinator_state();
  for (const auto& item : kept.items()) {
    const std::string name = item.key();
    if (name == "handed_on") continue;
    CAPTURE(name);
    federation.coordinator_state() = kept;
    federation.coordinator_state()[name] = "x";
    CHECK_FALSE(refusal_when([&] { federation.coordinator(); }).empty());
  }
}
