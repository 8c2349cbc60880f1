#include "federated/reference/mmd.h"

#include <doctest/doctest.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "core/errors.h"
#include "landmark_federation.h"
#include "tsne/initialization.h"

namespace {

using dsne::Json;
using dsne::Matrix;
using dsne::Vector;
using dsne::federated::LandmarkMethod;
using dsne::federated::LearnedReference;
using dsne::federated::MmdAverage;
using dsne::federated::Parameters;
using Eigen::Index;

/// tests/data/mmd/mmd.json, as numpy computed it.
const Json& expected_descent() {
  static const Json values = [] {
    std::ifstream file(DSNE_TEST_DATA "/mmd/mmd.json");
    return Json::parse(file);
  }();
  return values;
}

Matrix matrix_from(const Json& rows) {
  Matrix matrix(std::ssize(rows), std::ssize(rows.front()));
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      matrix(i, j) = rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
  }
  return matrix;
}

std::vector<double> expected_gammas() { return expected_descent().at("gammas"); }

Vector expected_variances() {
  const std::vector<double> variances = expected_descent().at("variances");
  return Eigen::Map<const Vector>(variances.data(), std::ssize(variances));
}

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
  parameters.initial_dims = 4;
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

std::string mmd_refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const dsne::Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the gradient of the MMD is numpy's") {
  for (std::size_t i = 0; i < 2; ++i) {
    const Matrix gradient = dsne::federated::mmd_gradient(
        matrix_from(expected_descent().at("sites")[i]), matrix_from(expected_descent().at("start")),
        expected_gammas());
    CHECK(gradient.isApprox(matrix_from(expected_descent().at("gradient")[i]), 1e-12));
  }
}

TEST_CASE("the gradient of the MMD is what differences of the MMD say") {
  constexpr double width = 1e-5;
  const Matrix points = dsne::tsne::random_coordinates(30, 4, 1.5, 3);
  const Matrix landmarks = dsne::tsne::random_coordinates(7, 4, 1, 4);
  for (const std::vector<double>& gammas :
       {std::vector<double>{0.3}, std::vector<double>{0.02, 0.08, 0.32}}) {
    const Matrix gradient = dsne::federated::mmd_gradient(points, landmarks, gammas);
    Matrix differences = Matrix::Zero(7, 4);
    for (Index i = 0; i < landmarks.size(); ++i) {
      const Index row = i / 4;
      const Index column = i % 4;
      Matrix up = landmarks;
      Matrix down = landmarks;
      up(row, column) += width;
      down(row, column) -= width;
      differences(row, column) =
          (moving_part_of_mmd(points, up, gammas) - moving_part_of_mmd(points, down, gammas)) /
          (2 * width);
    }
    CHECK(gradient.norm() > 1e-3);
    CHECK((gradient - differences).norm() < 1e-7 * gradient.norm());
  }
}

TEST_CASE("the gradient does not depend on how many points are taken at once") {
  const Matrix points = dsne::tsne::random_coordinates(5000, 2, 1, 3);
  const Matrix landmarks = dsne::tsne::random_coordinates(3, 2, 1, 4);
  const auto gradient = [&](const Matrix& some) {
    return dsne::federated::mmd_gradient(some, landmarks, {0.5});
  };
  const Matrix halves = (gradient(points.topRows(2500)) + gradient(points.bottomRows(2500))) / 2;
  CHECK(gradient(points).isApprox(halves, 1e-10));
}

TEST_CASE("widths of the kernel are in steps of two about the mean distance") {
  CHECK(dsne::federated::mmd_gammas(expected_variances(), 3) == expected_gammas());
  CHECK(dsne::federated::mmd_gammas(expected_variances(), 1) ==
        std::vector<double>{expected_gammas()[1]});
}

TEST_CASE("rounds of descent are numpy's, variables or gradients averaged") {
  for (const char* average : {"variables", "gradients"}) {
    CAPTURE(average);
    Parameters parameters = descending();
    parameters.mmd_steps = expected_descent().at("steps");
    if (average == std::string("gradients")) parameters.mmd_average = MmdAverage::gradients;
    Matrix landmarks = matrix_from(expected_descent().at("start"));
    CHECK(dsne::federated::mmd_step(landmarks.rows(), expected_gammas()) ==
          doctest::Approx(expected_descent().at("step").get<double>()));
    for (const Json& round : expected_descent().at("rounds").at(average)) {
      Matrix sum = Matrix::Zero(landmarks.rows(), landmarks.cols());
      for (const Json& site : expected_descent().at("sites")) {
        sum += dsne::federated::mmd_answer(matrix_from(site), landmarks, expected_variances(),
                                           parameters, {});
      }
      landmarks = dsne::federated::moved_landmarks(landmarks, sum / 2, parameters);
      CHECK(landmarks.isApprox(matrix_from(round), 1e-10));
    }
  }
}

TEST_CASE("noise on a gradient is as wide as was asked for, in the gradient's own deviations") {
  const Matrix gradient = dsne::tsne::random_coordinates(400, 50, 3, 7).array() + 2;
  for (const double level : {0.5, 2.0}) {
    dsne::privacy::SystemSource source;
    const Matrix noise = dsne::federated::perturbed(gradient, level, source) - gradient;
    const double deviation = std::sqrt(noise.array().square().mean());
    CHECK(deviation == doctest::Approx(3 * level).epsilon(0.05));
    CHECK(std::abs(noise.mean()) < 0.2 * level);
    // Each number's own: neither shared by a landmark nor by a component.
    CHECK(noise.rowwise().mean().array().abs().maxCoeff() < 3 * level);
    CHECK(noise.colwise().mean().array().abs().maxCoeff() < level);
  }
}

namespace {

dsne::federated::SecretSource keyed_by(unsigned char key) {
  return [key](const std::string&) {
    dsne::Bytes32 bytes{};
    bytes[0] = key;
    return dsne::privacy::KeyedSource(bytes);
  };
}

}  // namespace

TEST_CASE("without mmd_noise no secret is asked for; with it each gradient has its own noise") {
  const Matrix site = matrix_from(expected_descent().at("sites")[0]);
  const Matrix start = matrix_from(expected_descent().at("start"));
  const auto answer = [&](const Parameters& parameters, const auto& secret) -> Matrix {
    return dsne::federated::mmd_answer(site, start, expected_variances(), parameters, secret);
  };
  Parameters parameters = descending();
  for (const MmdAverage average : {MmdAverage::variables, MmdAverage::gradients}) {
    parameters.mmd_average = average;
    parameters.mmd_steps = 1;
    parameters.mmd_noise = 0;
    const Matrix exact = answer(parameters, dsne::federated::SecretSource());
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
    const Matrix far = answer(parameters, dsne::federated::SecretSource());
    // A second draw, not the first one again.
    CHECK_FALSE((1e9 * (twice - far)).isApprox(2 * (once - exact), 0.1));
  }
}

TEST_CASE("a site's noise differs from the others', and from run to run") {
  Parameters parameters = descending();
  parameters.mmd_noise = 1;
  const auto learned = [&] { return LandmarkFederation(parameters, grouped_sites()).learn(); };
  const LearnedReference first = learned();
  CHECK(first.members.sum() == 180);
  const LearnedReference second = learned();
  CHECK_FALSE((first.landmarks.rows() == second.landmarks.rows() &&
               first.landmarks.isApprox(second.landmarks, 1e-6)));
}

TEST_CASE("landmarks by descent come to lie among the sites' subjects, with members enough") {
  for (const MmdAverage average : {MmdAverage::variables, MmdAverage::gradients}) {
    Parameters parameters = descending();
    parameters.mmd_average = average;
    if (average == MmdAverage::gradients) {
      parameters.mmd_rounds = 60;
      parameters.mmd_steps = 1;
    }
    LandmarkFederation federation(parameters, grouped_sites());
    const LearnedReference learned = federation.learn();
    CHECK(learned.members.sum() == 180);
    CHECK(learned.members.minCoeff() >= 5);
    CHECK(learned.landmarks.rows() >= 4);
    // Nearer to the subjects than where they started.
    const auto distance = [&](const Matrix& landmarks) {
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        const Matrix points = apply(learned.preprocessing, grouped_sites()[i]);
        for (Index p = 0; p < points.rows(); ++p) {
          sum += (landmarks.rowwise() - points.row(p)).rowwise().squaredNorm().minCoeff();
        }
      }
      return sum;
    };
    const Matrix start = dsne::federated::first_landmarks(learned.preprocessing.pca->variances,
                                                          learned.landmarks.rows());
    CHECK(distance(learned.landmarks) < 0.8 * distance(start));
    // Each site knows which landmark is nearest to each of its subjects, and takes no other.
    dsne::federated::Counts members = dsne::federated::Counts::Zero(learned.members.size());
    for (std::size_t i = 0; i < 3; ++i) {
      for (const Index landmark : federation.site(i).landmark_of()) ++members(landmark);
      CHECK_NOTHROW(federation.site(i).check(learned));
    }
    CHECK((members - learned.members).isZero());
    LearnedReference changed = learned;
    changed.landmarks(0, 0) += 1e-9;
    CHECK_FALSE(mmd_refusal([&] { federation.site(0).check(changed); }).empty());
    changed = learned;
    changed.members(0) += 1;
    CHECK_FALSE(mmd_refusal([&] { federation.site(0).check(changed); }).empty());
    changed = learned;
    changed.members.conservativeResize(learned.members.size() - 1);
    CHECK_FALSE(mmd_refusal([&] { federation.site(0).check(changed); }).empty());
  }
}

TEST_CASE("a site descends as often as was agreed, and tells no tree's sums besides") {
  namespace stage = dsne::federated::landmark_stage;
  LandmarkFederation federation(descending(), grouped_sites());
  federation.run_until(stage::descend);
  Json message = federation.message();
  const auto refusal = [&](const Json& asked) {
    return mmd_refusal([&] { federation.open_answer(0, asked); });
  };
  message["stage"] = stage::moments;
  message["nodes"] = {0};
  message["axes"] = {1};
  CHECK(refusal(message) == "the remote's message: stage is not the one expected");
  message = federation.message();
  message["number_of_landmarks"] = 23;
  CHECK(refusal(message) ==
        "the remote's message: number_of_landmarks must be a whole number from 2 to 22");
  message = federation.message();
  message["variances"] = dsne::pack(Matrix::Zero(4, 1));
  CHECK(refusal(message) == "the remote's message: variances is not what may be asked now");
  federation.run_until(stage::nearest);
  message = federation.message();
  message["stage"] = stage::descend;
  CHECK(refusal(message) == "the remote's message: stage is not what may be asked now");
  federation.round();
  message = federation.message();
  federation.round();
  CHECK(refusal(message) == "the remote's message: stage is not what may be asked now");
}

TEST_CASE(
    "a site descends from where the sites' sums have moved the landmarks, and from nowhere else") {
  namespace stage = dsne::federated::landmark_stage;
  LandmarkFederation federation(descending(), grouped_sites());
  const std::string refused = "the remote's message: landmarks is not what may be asked now";
  const auto check_lie = [&] {
    Json lie = federation.message();
    Matrix landmarks = dsne::matrix_field(lie, "landmarks", lie["number_of_landmarks"], 4, "");
    landmarks(1, 2) += 1e-3;
    lie["landmarks"] = dsne::pack(landmarks);
    CHECK(mmd_refusal([&] { federation.open_answer(0, lie); }) == refused);
  };
  federation.run_until(stage::descend);
  check_lie();
  federation.round();
  check_lie();
  federation.run_until(stage::nearest);
  check_lie();
  federation.round();
  check_lie();
  federation.run_until(stage::members);
  Json lie = federation.message();
  lie["members"]["check"] = std::string(22, 'A') + "==";
  CHECK(mmd_refusal([&] { federation.open_answer(0, lie); }) ==
        "the remote's message: members is not the sum of what the sites have sent");
  const LearnedReference learned = LandmarkFederation(descending(), grouped_sites()).learn();
  CHECK(mmd_refusal([&] { federation.site(0).check(learned); }) ==
        "the remote's reference is not the one that was learned");
}

TEST_CASE("a site that goes by the tree does not descend") {
  Parameters parameters = descending();
  LandmarkFederation descent(parameters, grouped_sites());
  descent.run_until(dsne::federated::landmark_stage::descend);
  parameters.landmark_method = LandmarkMethod::tree;
  LandmarkFederation tree(parameters, grouped_sites());
  tree.run_until(dsne::federated::landmark_stage::moments);
  Json message = tree.message();
  message.update(descent.message());
  CHECK(mmd_refusal([&] { tree.open_answer(0, message); }) ==
        "the remote's message: stage is not the one expected");
}

TEST_CASE("a damaged state of a descent is an error of ours") {
  LandmarkFederation federation(descending(), grouped_sites());
  federation.run_until(dsne::federated::landmark_stage::nearest);
  const Json good = federation.state(0);
  for (const auto& item : good.items()) {
    const std::string name = item.key();
    CAPTURE(name);
    federation.state(0) = good;
    federation.state(0)[name] = "x";
    CHECK_FALSE(mmd_refusal([&] { federation.site(0); }).empty());
  }
  const dsne::Json kept = federation.coordinator_state();
  for (const auto& item : kept.items()) {
    const std::string name = item.key();
    if (name == "handed_on") continue;
    CAPTURE(name);
    federation.coordinator_state() = kept;
    federation.coordinator_state()[name] = "x";
    CHECK_FALSE(mmd_refusal([&] { federation.coordinator(); }).empty());
  }
}

TEST_CASE("subjects that are nearest to too few landmarks end a descent") {
  Parameters parameters = descending();
  parameters.least_members = 100;
  CHECK(mmd_refusal([&] { LandmarkFederation(parameters, grouped_sites()).learn(); }) ==
        "the subjects cannot be parted into landmarks: there are too few, or a few lie too far "
        "from all others");
}
