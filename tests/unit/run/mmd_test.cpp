#include "run/reference/mmd.h"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "meeting.h"
#include "tsne/tsne.h"
#include "unit/matrices.h"

namespace {

using dsne::Json;
using dsne::Matrix;
using dsne::Vector;
using dsne::methods::LandmarkMethod;
using dsne::methods::MmdAverage;
using dsne::methods::Parameters;
using Eigen::Index;

/// tests/data/mmd/mmd.json, as numpy computed it.
const Json& expected_descent() {
  static const Json values = [] {
    std::ifstream file(DSNE_TEST_DATA "/mmd/mmd.json");
    return Json::parse(file);
  }();
  return values;
}

std::vector<double> expected_gammas() { return expected_descent().at("gammas"); }

Vector expected_variances() { return vector_of(expected_descent().at("variances")); }

/// The paper's equation 10, pair by pair, without what the landmarks do not change.
double moving_part_of_mmd(const Matrix& points, const Matrix& landmarks,
                          const std::vector<double>& gammas) {
  const auto mean = [&](const Matrix& a, const Matrix& b, bool same) {
    double sum = 0;
    for (Index i = 0; i < a.rows(); ++i) {
      for (Index j = 0; j < b.rows(); ++j) {
        if (same && i == j) continue;
        for (const double gamma : gammas) {
          sum += std::exp(-gamma * (a.row(i) - b.row(j)).squaredNorm());
        }
      }
    }
    return sum / static_cast<double>(a.rows() * (same ? b.rows() - 1 : b.rows()));
  };
  return mean(landmarks, landmarks, true) - 2 * mean(points, landmarks, false);
}

Parameters descending() {
  Parameters parameters;
  parameters.landmark_method = LandmarkMethod::mmd;
  parameters.mmd_rounds = 12;
  parameters.mmd_steps = 5;
  return parameters;
}

/// Three sites of subjects in four groups.
std::vector<Matrix> grouped_sites() {
  std::vector<Matrix> sites;
  std::uint64_t seed = 5;
  for (const Index size : {70, 50, 60}) {
    Matrix points = dsne::tsne::random_coordinates(size, 6, 1, seed++);
    for (Index i = 0; i < size; ++i) points.row(i).array() += 8.0 * static_cast<double>(i % 4);
    sites.push_back(std::move(points));
  }
  return sites;
}

}  // namespace

TEST_CASE("the gradient of the MMD agrees with finite differences") {
  const Matrix points = dsne::tsne::random_coordinates(30, 4, 1.5, 3);
  const Matrix landmarks = dsne::tsne::random_coordinates(7, 4, 1, 4);
  for (const std::vector<double>& gammas :
       {std::vector<double>{0.3}, std::vector<double>{0.02, 0.08, 0.32}}) {
    const Matrix gradient = dsne::run::mmd_gradient(points, landmarks, gammas);
    const Matrix expected = differences(
        [&](const Matrix& at) { return moving_part_of_mmd(points, at, gammas); }, landmarks, 1e-5);
    CHECK(gradient.norm() > 1e-3);
    CHECK((gradient - expected).norm() < 1e-7 * gradient.norm());
  }
}

TEST_CASE("the gradient does not depend on the size of blocks") {
  const Matrix points = dsne::tsne::random_coordinates(5000, 2, 1, 3);
  const Matrix landmarks = dsne::tsne::random_coordinates(3, 2, 1, 4);
  const auto gradient = [&](const Matrix& some) {
    return dsne::run::mmd_gradient(some, landmarks, {0.5});
  };
  const Matrix halves = (gradient(points.topRows(2500)) + gradient(points.bottomRows(2500))) / 2;
  CHECK(gradient(points).isApprox(halves, 1e-10));
}

TEST_CASE("widths of the kernel are in steps of two about the mean distance") {
  CHECK(dsne::run::mmd_gammas(expected_variances(), 3) == expected_gammas());
  CHECK(dsne::run::mmd_gammas(expected_variances(), 1) ==
        std::vector<double>{expected_gammas()[1]});
}

TEST_CASE("rounds of descent are numpy's, variables or gradients averaged") {
  for (const char* average : {"variables", "gradients"}) {
    CAPTURE(average);
    Parameters parameters = descending();
    parameters.mmd_steps = expected_descent().at("steps");
    if (average == std::string("gradients")) parameters.mmd_average = MmdAverage::gradients;
    Matrix landmarks = matrix_of(expected_descent().at("start"));
    CHECK(dsne::run::mmd_step(landmarks.rows(), expected_gammas()) ==
          doctest::Approx(expected_descent().at("step").get<double>()));
    for (const Json& round : expected_descent().at("rounds").at(average)) {
      Matrix sum = Matrix::Zero(landmarks.rows(), landmarks.cols());
      for (const Json& site : expected_descent().at("sites")) {
        sum +=
            dsne::run::mmd_answer(matrix_of(site), landmarks, expected_variances(), parameters, {});
      }
      landmarks = dsne::run::moved_landmarks(landmarks, sum / 2, parameters);
      CHECK(landmarks.isApprox(matrix_of(round), 1e-10));
    }
  }
}

TEST_CASE("noise on a gradient has the wanted size, in the gradient's own deviations") {
  const Matrix gradient = dsne::tsne::random_coordinates(400, 50, 3, 7).array() + 2;
  for (const double level : {0.5, 2.0}) {
    dsne::privacy::SystemSource source;
    const Matrix noise = dsne::run::perturbed(gradient, level, source) - gradient;
    const double deviation = std::sqrt(noise.array().square().mean());
    CHECK(deviation == doctest::Approx(3 * level).epsilon(0.05));
    CHECK(std::abs(noise.mean()) < 0.2 * level);
    // Each number's own: neither shared by a landmark nor by a component.
    CHECK(noise.rowwise().mean().array().abs().maxCoeff() < 3 * level);
    CHECK(noise.colwise().mean().array().abs().maxCoeff() < level);
  }
}

namespace {

dsne::run::SecretSource keyed_by(unsigned char key) {
  return [key](const std::string&) {
    dsne::Bytes32 bytes{};
    bytes[0] = key;
    return dsne::privacy::KeyedSource(bytes);
  };
}

}  // namespace

TEST_CASE("without mmd_noise no secret is asked for; with it each gradient has its own noise") {
  const Matrix site = matrix_of(expected_descent().at("sites")[0]);
  const Matrix start = matrix_of(expected_descent().at("start"));
  const auto answer = [&](const Parameters& parameters, const auto& secret) -> Matrix {
    return dsne::run::mmd_answer(site, start, expected_variances(), parameters, secret);
  };
  Parameters parameters = descending();
  for (const MmdAverage average : {MmdAverage::variables, MmdAverage::gradients}) {
    parameters.mmd_average = average;
    parameters.mmd_steps = 1;
    parameters.mmd_noise = 0;
    const Matrix exact = answer(parameters, dsne::run::SecretSource());
    parameters.mmd_noise = 1;
    const Matrix once = answer(parameters, keyed_by(1));
    CHECK(once == answer(parameters, keyed_by(1)));
    CHECK_FALSE(once == answer(parameters, keyed_by(2)));
    parameters.mmd_noise = 2;
    CHECK((answer(parameters, keyed_by(1)) - exact).isApprox(2 * (once - exact), 1e-9));
    parameters.mmd_steps = 2;
    parameters.mmd_noise = 1e-9;
    const Matrix twice = answer(parameters, keyed_by(1));
    parameters.mmd_noise = 0;
    const Matrix far = answer(parameters, dsne::run::SecretSource());
    // A second draw, not the first one again.
    CHECK_FALSE((1e9 * (twice - far)).isApprox(2 * (once - exact), 0.1));
  }
}

TEST_CASE("a site's noise differs from the others', and from run to run") {
  Parameters parameters = descending();
  parameters.mmd_noise = 1;
  const Matrix points = matrix_of(expected_descent().at("sites")[0]);
  const Matrix start = matrix_of(expected_descent().at("start"));
  std::vector<Matrix> said;
  for (int run = 0; run < 2; ++run) {
    std::map<std::string, dsne::exchange::SiteSums> sites;
    for (const char* name : {"a", "b"}) {
      sites.emplace(name, dsne::exchange::SiteSums::begin(name, std::nullopt));
    }
    meet(sites);
    for (const auto& [name, sums] : sites) {
      const dsne::exchange::SiteSums& own = sums;
      said.push_back(dsne::run::mmd_answer(
          points, start, expected_variances(), parameters, [&own](const std::string& purpose) {
            return dsne::privacy::KeyedSource(own.secret_key(purpose));
          }));
    }
  }
  for (std::size_t i = 0; i < said.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(said[i].isApprox(said[j], 1e-6));
  }
}

TEST_CASE("the variances along axes are those of a sample, and 0 of one point") {
  CHECK(dsne::run::axis_variances(Matrix{{0, 10}, {2, 10}, {4, 16}}) == Vector{{4, 12}});
  CHECK(dsne::run::axis_variances(Matrix{{5, -7, 1}}) == Vector::Zero(3));
  const Matrix points = dsne::tsne::random_coordinates(2000, 2, 3, 11).array() + 100;
  const Vector variances = dsne::run::axis_variances(points);
  for (const double variance : variances) CHECK(variance == doctest::Approx(9).epsilon(0.1));
}

TEST_CASE("a site's answer is bounded by a thousand times the reference's extent") {
  CHECK(dsne::run::moved_bound(Matrix{{1, -3}, {2, 0.5}}) == 3000);
  CHECK(dsne::run::moved_bound(Matrix{{0.25}}) == 250);
  CHECK(dsne::run::moved_bound(Matrix::Zero(3, 2)) > 0);
}

TEST_CASE("landmarks by descent come to lie among the sites' subjects, far within the bound") {
  std::vector<Matrix> sites = grouped_sites();
  Matrix all = dsne::stacked(sites);
  const dsne::RowVector middle = all.colwise().mean();
  for (Matrix& site : sites) site.rowwise() -= middle;
  all.rowwise() -= middle;
  const Vector variances = dsne::run::axis_variances(all);
  const Matrix start = dsne::run::first_landmarks(variances, 22);
  REQUIRE(start.rows() == 22);
  CHECK(start == dsne::run::first_landmarks(variances, 22));
  const auto distance = [&](const Matrix& landmarks) {
    double sum = 0;
    for (const auto& point : all.rowwise()) {
      sum += (landmarks.rowwise() - point).rowwise().squaredNorm().minCoeff();
    }
    return sum;
  };
  for (const MmdAverage average : {MmdAverage::variables, MmdAverage::gradients}) {
    Parameters parameters = descending();
    parameters.mmd_average = average;
    if (average == MmdAverage::gradients) {
      parameters.mmd_rounds = 60;
      parameters.mmd_steps = 1;
    }
    Matrix landmarks = start;
    for (int round = 0; round < parameters.mmd_rounds; ++round) {
      Matrix sum = Matrix::Zero(landmarks.rows(), landmarks.cols());
      for (const Matrix& site : sites) {
        const Matrix answer = dsne::run::mmd_answer(site, landmarks, variances, parameters, {});
        CHECK(answer.cwiseAbs().maxCoeff() < 0.01 * dsne::run::moved_bound(all));
        sum += answer;
      }
      landmarks = dsne::run::moved_landmarks(landmarks, sum / 3, parameters);
    }
    CHECK(distance(landmarks) < 0.8 * distance(start));
  }
}
