// Drawing a reference with a guarantee: its sensitivity, its cost, its result.

#include "run/reference/private_reference.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <random>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/phase.h"
#include "data/pca.h"
#include "exchange/site_answers.h"
#include "exchange/site_sums.h"
#include "forged.h"
#include "meeting.h"
#include "tsne/initialization.h"

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::Vector;
using dsne::exchange::SiteSums;
using dsne::exchange::SumTerm;
using dsne::methods::Parameters;
using dsne::privacy::PrivateRelease;
using dsne::run::answer_private_reference;
using dsne::run::PrivateReferenceCoordinator;
using dsne::run::PrivateReferenceProblem;
using dsne::run::PrivateReferenceSite;
using dsne::run::stage_sum;

namespace {

constexpr int one_colluding = 1;

Parameters parameters_for(double epsilon, const Json& bounds) {
  return dsne::methods::parse_parameters({{"method", "single-shot"},
                                          {"reference", "guaranteed"},
                                          {"reference_epsilon", epsilon},
                                          {"feature_bounds", bounds},
                                          {"dp_colluding", one_colluding}});
}

PrivateReferenceProblem problem_of(const Parameters& parameters, Eigen::Index features) {
  return {parameters, {}, features, 3};
}

PrivateReferenceSite site_of(const Matrix& values, std::vector<PrivateRelease>* spent = nullptr) {
  return {values.rows(), [values] { return values; },
          [spent](const PrivateRelease& release) {
            if (spent != nullptr) spent->push_back(release);
            return dsne::privacy::KeyedSource({});
          }};
}

/// Four groups of subjects in five features between 0 and 10.
Matrix four_groups(Eigen::Index subjects, std::uint64_t seed) {
  Matrix values = dsne::tsne::random_coordinates(subjects, 5, 0.3, seed);
  for (Eigen::Index i = 0; i < subjects; ++i) {
    values(i, 0) += i % 2 == 0 ? 2 : 8;
    values(i, 1) += i % 4 < 2 ? 3 : 7;
    values.row(i).tail(3).array() += 5;
  }
  return values;
}

/// Sites that draw a reference in one process; messages and states pass through JSON text.
class Drawing {
 public:
  Drawing(Parameters parameters, std::vector<Matrix> sites)
      : parameters_(std::move(parameters)), values_(std::move(sites)) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      sums_.emplace(name(i), SiteSums::begin(name(i), std::nullopt));
    }
    meet(sums_);
  }

  dsne::data::Reference draw() {
    for (;;) {
      PrivateReferenceCoordinator half(problem(), state_);
      if (half.done()) return half.result();
      const Json message = Json::parse(half.message().dump());
      messages.push_back(message);
      std::map<std::string, Json> answers;
      for (std::size_t i = 0; i < values_.size(); ++i) answers[name(i)] = answer(i, message);
      half.combine(dsne::exchange::SiteAnswers(answers));
      state_ = Json::parse(half.state().dump());
    }
  }

  std::vector<PrivateRelease> spent;  ///< by the first site
  std::vector<Json> messages;

 private:
  static std::string name(std::size_t site) { return "site" + std::to_string(site); }

  PrivateReferenceProblem problem() const {
    return {parameters_, {}, values_.front().cols(), std::ssize(values_)};
  }

  Json answer(std::size_t i, const Json& message) {
    SiteSums& sums = sums_.at(name(i));
    sums.hear(message, {dsne::phase::landmarks, static_cast<int>(messages.size())});
    const dsne::exchange::SiteAnswer answer =
        answer_private_reference(problem(), site_of(values_[i], i == 0 ? &spent : nullptr),
                                 static_cast<int>(messages.size()) - 1, message);
    Json leaves = answer.fields;
    leaves[dsne::exchange::masked_field] = sums.mask(answer.sums);
    return Json::parse(leaves.dump());
  }

  Parameters parameters_;
  std::vector<Matrix> values_;
  std::map<std::string, SiteSums> sums_;
  Json state_;
};

/// What a site would add, before noise and masks.
Matrix open_sum(const Parameters& parameters, const Matrix& values, int rounds,
                const Json& message) {
  return answer_private_reference(problem_of(parameters, values.cols()), site_of(values), rounds,
                                  message)
      .sums.front()
      .values;
}

double random_number(std::mt19937& engine, double most) {
  return std::uniform_real_distribution<double>(-most, most)(engine);
}

Matrix random_matrix(std::mt19937& engine, Eigen::Index rows, Eigen::Index columns, double most) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random_number(engine, most); });
}

/// So many features, the last ones.
std::vector<Eigen::Index> last_features(Eigen::Index features, Eigen::Index count) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index f = features - count; f < features; ++f) kept.push_back(f);
  return kept;
}

/// Messages of every stage, of an honest and of other coordinators.
std::vector<Json> messages_of(std::mt19937& engine, Eigen::Index features, double scale) {
  const Eigen::Index dimensions = std::min(features, dsne::run::max_kept_features);
  const Json kept = last_features(features, dimensions);
  const Json centre = dsne::pack(random_matrix(engine, 1, dimensions, scale));
  const double radius = 0.1 + std::abs(random_number(engine, 0.4));
  const Json cells = {
      {"stage", "cells"},
      {"kept", kept},
      {"centre", centre},
      {"radius", radius},
      {"number_of_axes", 3},
      {"number_of_cells", 6},
      {"axes", dsne::pack(dsne::data::orthonormal(random_matrix(engine, dimensions, 3, scale)))},
      {"cells", dsne::pack(random_matrix(engine, 6, 3, scale))}};
  return {{{"stage", "centre"}},
          {{"stage", "radius"}, {"kept", kept}, {"centre", centre}},
          {{"stage", "moments"}, {"kept", kept}, {"centre", centre}, {"radius", radius}},
          cells,
          cells,
          cells};
}

}  // namespace

TEST_CASE("no record changes a sum by more than the sensitivity, for any question") {
  std::mt19937 engine(1);
  const double huge = 1e300;
  const double gap = std::numeric_limits<double>::quiet_NaN();
  for (const Eigen::Index features : {Eigen::Index{5}, Eigen::Index{300}}) {
    const Parameters parameters = parameters_for(1, {0, 10});
    for (const double scale : {1.0, 1e6, 1e99}) {
      const std::vector<Json> messages = messages_of(engine, features, scale);
      Matrix values = random_matrix(engine, 7, features, 10);
      for (int trial = 0; trial < 8; ++trial) {
        Matrix other = values;
        other.row(3) = random_matrix(engine, 1, features, trial % 2 == 0 ? 20 : 1e5);
        if (trial == 5) other.row(3).setConstant(huge);
        if (trial == 6) other.row(3).setConstant(-huge);
        if (trial == 7) other.row(3).setConstant(gap);
        for (std::size_t round = 0; round < messages.size(); ++round) {
          CAPTURE(round);
          const auto sum = [&](const Matrix& of) {
            return open_sum(parameters, of, static_cast<int>(round), messages[round]);
          };
          const Matrix a = sum(values);
          const Matrix b = sum(other);
          CHECK(a == a.array().round().matrix());
          CHECK((a - b).norm() <=
                dsne::run::stage_sensitivity(dsne::run::stage_of_round(static_cast<int>(round)),
                                             a.size()));
        }
        values = other.row(3).allFinite() && trial < 5 ? other : values;
      }
    }
  }
}

TEST_CASE("a sum of any stage can change by nearly the sensitivity") {
  const Parameters parameters = parameters_for(1, {0, 1});
  const Matrix middle = Matrix::Constant(1, 5, 0.5);
  const auto record = [&](std::initializer_list<double> values) {
    Matrix row = middle;
    std::copy(values.begin(), values.end(), row.data());
    return row;
  };
  Json ask = {{"kept", last_features(5, 5)},
              {"centre", dsne::pack(Matrix::Zero(1, 5))},
              {"radius", 0.5},
              {"number_of_axes", 2},
              {"number_of_cells", 2},
              {"axes", dsne::pack(Matrix::Identity(5, 2))},
              {"cells", dsne::pack(Matrix{{1, 0}, {0, 1}})}};
  // Opposite corners; another distance; records at right angles; another cell, and the same one.
  struct Pair {
    int round;
    Matrix a, b;
  };
  const std::vector<Pair> pairs = {{0, Matrix::Zero(1, 5), Matrix::Ones(1, 5)},
                                   {1, middle, record({1})},
                                   {2, record({1}), record({0.5, 1})},
                                   {3, record({1}), record({0.5, 1})},
                                   {4, record({0.99, 0}), record({0.02, 0})}};
  for (const Pair& pair : pairs) {
    CAPTURE(pair.round);
    const std::string stage = dsne::run::stage_of_round(pair.round);
    ask["stage"] = stage;
    const Matrix a = open_sum(parameters, pair.a, pair.round, ask);
    const Matrix b = open_sum(parameters, pair.b, pair.round, ask);
    const double most = dsne::run::stage_sensitivity(stage, a.size());
    CHECK((a - b).norm() <= most);
    CHECK((a - b).norm() > (pair.round == 4 ? 0.6 : 0.99) * most);
  }
}

TEST_CASE("vectors are whole numbers within the length limit") {
  std::mt19937 engine(2);
  Matrix rows = random_matrix(engine, 50, 9, 1);
  rows = dsne::run::cut_to(rows, 1);
  rows.row(0) = RowVector::Unit(9, 4);
  rows.row(1).setConstant(1.0 / 3);
  rows.row(2).setConstant(std::numeric_limits<double>::quiet_NaN());
  rows.row(3).setConstant(5);
  const Matrix whole = dsne::exchange::whole_rows(rows);
  CHECK(whole == whole.array().round().matrix());
  CHECK(whole.rowwise().norm().maxCoeff() <= dsne::exchange::whole_length);
  CHECK(whole.rowwise().norm().maxCoeff() > 0.9999 * dsne::exchange::whole_length);
  CHECK(whole.row(2).isZero());
  CHECK(whole.row(3).isZero());
}

TEST_CASE("all rounds together cost what the owner allows, and hardly less") {
  for (const double epsilon : {0.1, 1.0, 10.0}) {
    const Parameters parameters = parameters_for(epsilon, {0, 1});
    for (const Eigen::Index sites : {2, 3, 50}) {
      dsne::privacy::Cost all;
      for (int round = 0; round < dsne::run::private_rounds; ++round) {
        all = compose(
            all,
            stage_sum(dsne::run::stage_of_round(round), parameters, 32896).release(sites).cost);
      }
      CHECK(all.epsilon(parameters.dp_delta) <= epsilon * (1 + 1e-9));
      CHECK(all.epsilon(parameters.dp_delta) > 0.999 * epsilon);
    }
  }
}

TEST_CASE("the noise of the sites that do not collude is enough by itself") {
  Parameters parameters = parameters_for(1, {0, 1});
  const double alone = stage_sum("cells", parameters, 100).share_variance(2);
  CHECK(stage_sum("cells", parameters, 100).share_variance(11) ==
        doctest::Approx(alone / 10).epsilon(1e-6));
  parameters.dp_colluding = 10;
  CHECK(stage_sum("cells", parameters, 100).share_variance(11) == doctest::Approx(alone));
  CHECK_THROWS_AS(stage_sum("cells", parameters, 100).share_variance(10), dsne::InputError);
}

TEST_CASE("a site charges its budget before it reads its subjects, and answers nothing beyond it") {
  const Parameters parameters = parameters_for(1, {0, 1});
  bool read = false;
  const PrivateReferenceSite site{
      4,
      [&read] {
        read = true;
        return Matrix(Matrix::Zero(4, 5));
      },
      [](const PrivateRelease&) -> dsne::privacy::KeyedSource {
        throw dsne::InputError("too dear");
      }};
  CHECK_THROWS_AS(
      answer_private_reference(problem_of(parameters, 5), site, 0, {{"stage", "centre"}}),
      dsne::InputError);
  CHECK_FALSE(read);
}

TEST_CASE("a site answers every stage once, in its order, and nothing else") {
  std::mt19937 engine(3);
  const Parameters parameters = parameters_for(1, {0, 1});
  std::vector<PrivateRelease> spent;
  const std::vector<Json> good = messages_of(engine, 5, 1);
  const PrivateReferenceProblem problem = problem_of(parameters, 5);
  const PrivateReferenceSite site = site_of(Matrix::Zero(4, 5), &spent);
  int rounds = 0;
  const auto refuses = [&](Json message, const std::string& name, const Json& value) {
    message[name] = value;
    CAPTURE(message.dump());
    const std::size_t before = spent.size();
    CHECK_THROWS_AS(answer_private_reference(problem, site, rounds, message), dsne::MessageError);
    CHECK(spent.size() == before);
  };
  for (const Json& message : good) {
    for (const char* stage : {"centre", "radius", "moments", "cells", "", "veto"}) {
      if (message["stage"] != stage) refuses(message, "stage", stage);
    }
    if (message.contains("centre")) {
      refuses(message, "centre", dsne::pack(Matrix::Zero(1, 6)));
      for (const Json& kept : std::vector<Json>{Json::array(),
                                                {0, 1, 2, 3},
                                                {0, 1, 2, 3, 5},
                                                {0, 1, 2, 3, 3},
                                                {4, 3, 2, 1, 0},
                                                {-1, 0, 1, 2, 3},
                                                {0, 1, 2, 3, 3.5},
                                                "all",
                                                nullptr}) {
        refuses(message, "kept", kept);
      }
    }
    if (message.contains("radius")) {
      for (const Json& radius : {Json(0), Json(-1), Json(1e9), Json("1"), Json(nullptr)}) {
        refuses(message, "radius", radius);
      }
    }
    if (message.contains("axes")) {
      refuses(message, "number_of_axes", 6);
      refuses(message, "number_of_cells", 257);
      refuses(message, "number_of_cells", 5);
      refuses(message, "axes", dsne::pack(Matrix::Zero(5, 2)));
      const Matrix axes = dsne::matrix_field(message, "axes", 5, 3, "it");
      for (const Json& forged : forged_bases(axes)) refuses(message, "axes", forged);
      refuses(message, "cells", dsne::pack(Matrix::Zero(6, 2)));
    }
    answer_private_reference(problem, site, rounds++, message);
  }
  refuses(good.back(), "stage", "cells");
  CHECK(spent.size() == 6);
}

TEST_CASE("synthetic subjects are distributed like the subjects") {
  std::vector<Matrix> sites;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) sites.push_back(four_groups(800, seed));
  Drawing drawing(parameters_for(20, {0, 10}), sites);
  const dsne::data::Reference reference = drawing.draw();
  CHECK(drawing.spent.size() == dsne::run::private_rounds);
  REQUIRE(reference.values.rows() == 1000);
  REQUIRE(reference.values.cols() == 5);
  CHECK(reference.values.minCoeff() >= 0);
  CHECK(reference.values.maxCoeff() <= 10);
  Eigen::Array4d counts = Eigen::Array4d::Zero();
  int near = 0;
  for (const auto& row : reference.values.rowwise()) {
    const bool right = row(0) > 5;
    const bool upper = row(1) > 5;
    ++counts((right ? 1 : 0) + (upper ? 2 : 0));
    if (std::abs(row(0) - (right ? 8 : 2)) < 2 && std::abs(row(1) - (upper ? 7 : 3)) < 2) ++near;
  }
  CHECK(near > 950);
  CHECK(counts.minCoeff() > 200);
  CHECK(counts.maxCoeff() < 300);
}

TEST_CASE("with hardly any budget there is still a reference, within the bounds") {
  for (const Eigen::Index subjects : {1, 30}) {
    Drawing drawing(parameters_for(0.01, {0, 10}),
                    {four_groups(subjects, 1), four_groups(subjects, 2)});
    const Matrix values = drawing.draw().values;
    CHECK(values.rows() == 100);
    CHECK(values.allFinite());
    CHECK(values.minCoeff() >= 0);
    CHECK(values.maxCoeff() <= 10);
  }
}

TEST_CASE(
    "noise is on every number of the sum, with the stated size, and the same in a repeated step") {
  constexpr double variance = 400;
  const Matrix values = Matrix::Constant(40, 50, 7);
  const auto term = [&](double noise) {
    return SumTerm{"noisy", dsne::exchange::noisy_bound, values, noise};
  };
  std::map<std::string, SiteSums> sites;
  for (const char* name : {"a", "b"}) sites.emplace(name, SiteSums::begin(name, std::nullopt));
  meet(sites);
  const auto sum = [&](double noise) {
    std::map<std::string, Json> answers;
    for (auto& [name, sums] : sites) {
      answers[name] = {{dsne::exchange::masked_field, sums.mask({term(noise)})}};
    }
    return dsne::exchange::SiteAnswers(answers).sum("noisy", 40, 50, dsne::exchange::noisy_bound);
  };
  CHECK(sum(0) == 2 * values);
  const Matrix noise = sum(variance) - 2 * values;
  CHECK(noise == noise.array().round().matrix());
  CHECK(noise.squaredNorm() / 2000 == doctest::Approx(2 * variance).epsilon(0.2));
  CHECK(std::abs(noise.mean()) < 4);
  CHECK(sum(variance) - 2 * values == noise);
  for (auto& [name, sums] : sites) sums.hear({{"other", 1}}, {dsne::phase::landmarks, 2});
  CHECK(sum(variance) - 2 * values != noise);
}

TEST_CASE("subjects are scaled between the bounds and back") {
  const dsne::run::FeatureBounds bounds = dsne::run::bounds_of(parameters_for(1, {-2, 6}), {}, 3);
  const double gap = std::numeric_limits<double>::quiet_NaN();
  const Matrix values{{-2, 6, 2}, {-1e300, 1e300, gap}};
  const Matrix unit{{-0.5, 0.5, 0}, {-0.5, 0.5, 0}};
  CHECK(dsne::run::to_unit(values, bounds) == unit);
  CHECK(dsne::run::from_unit(unit, bounds).row(0) == values.row(0));
  CHECK(dsne::run::from_unit(Matrix::Constant(1, 3, 7), bounds) == Matrix::Constant(1, 3, 6));
  CHECK(dsne::run::unit_radius(3) == doctest::Approx(unit.row(0).norm() * std::sqrt(1.5)));
}

TEST_CASE("means are shrunk by as much as their differences may be noise") {
  using dsne::run::shrunk_means;
  const RowVector means{{-0.4, 0.3, 0.1, 0.2, -0.2}};
  CHECK(shrunk_means(means, 0) == means);
  const double share = 1 - 2 * 0.01 / 0.34;  // 0.34: the sum of their squares
  CHECK(shrunk_means(means, 0.1).isApprox(share * means));
  CHECK(shrunk_means(means.array() + 7, 0.1).isApprox(RowVector((share * means).array() + 7)));
  CHECK(shrunk_means(means, 9).isApprox(0.01 * means));
  CHECK(shrunk_means(RowVector::Constant(4, 0.3), 1) == RowVector::Constant(4, 0.3));
  CHECK(shrunk_means(means.head(3), 9) == means.head(3));
}

TEST_CASE("shrunk means are nearer to the truth than noisy ones") {
  const Matrix draws = dsne::tsne::random_coordinates(2, 200, 1, 5);
  const RowVector truth = 0.2 * draws.row(0).array() - 0.3;
  for (const double noise : {0.1, 1.0, 10.0}) {
    CAPTURE(noise);
    const RowVector noisy = truth + noise * draws.row(1);
    CHECK((dsne::run::shrunk_means(noisy, noise) - truth).norm() < (noisy - truth).norm());
  }
}

TEST_CASE("of many features those that may vary most are kept") {
  RowVector mean = RowVector::Constant(300, -0.5);
  for (Eigen::Index f = 20; f < 276; ++f) mean(f) = f % 2 == 0 ? 0.3 : -0.4;
  const std::vector<Eigen::Index> kept = dsne::run::features_that_may_vary(mean);
  REQUIRE(std::ssize(kept) == dsne::run::max_kept_features);
  CHECK(kept.front() == 20);
  CHECK(kept.back() == 275);
  CHECK(std::ranges::is_sorted(kept));
  CHECK(dsne::run::features_that_may_vary(mean.head(7)) == last_features(7, 7));
}

TEST_CASE("the variance along a noisy eigenvector follows from its eigenvalue") {
  // A direction of variance 3 in 200 dimensions of noise, many draws.
  constexpr Eigen::Index dimensions = 200;
  constexpr double variance = 3;
  const double deviation = 0.07;
  const double edge = 2 * deviation * std::sqrt(static_cast<double>(dimensions));
  double along = 0;
  double told = 0;
  for (std::uint64_t draw = 0; draw < 5; ++draw) {
    const Matrix noise =
        dsne::tsne::random_coordinates(dimensions, dimensions, deviation, 1 + draw);
    Eigen::MatrixXd matrix = (noise + noise.transpose()) / std::sqrt(2.0);
    matrix(0, 0) += variance;
    const dsne::Eigenpairs pairs = dsne::all_eigenpairs(matrix);
    along += variance * pairs.vectors(0, 0) * pairs.vectors(0, 0) / 5;
    told += dsne::run::variance_without_noise(pairs.values(0), edge) / 5;
  }
  CHECK(told == doctest::Approx(along).epsilon(0.02));
  CHECK(along < 0.95 * variance);
  CHECK(dsne::run::variance_without_noise(edge, edge) == 0);
  CHECK(dsne::run::variance_without_noise(-1, edge) == 0);
}

TEST_CASE("synthetic subjects have the kept features' groups, and other features' means") {
  std::vector<Matrix> sites;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Matrix values = Matrix::Zero(800, 300);
    values.leftCols(5) = four_groups(800, seed);
    sites.push_back(values);
  }
  Drawing drawing(parameters_for(50, {0, 10}), sites);
  const Matrix values = drawing.draw().values;
  REQUIRE(values.cols() == 300);
  const auto kept = drawing.messages.at(2).at("kept").get<std::vector<Eigen::Index>>();
  CHECK(std::ssize(kept) == dsne::run::max_kept_features);
  CHECK(std::vector<Eigen::Index>(kept.begin(), kept.begin() + 5) == last_features(5, 5));
  int near = 0;
  for (const auto& row : values.rowwise()) {
    if (std::abs(row(0) - (row(0) > 5 ? 8 : 2)) < 2 &&
        std::abs(row(1) - (row(1) > 5 ? 7 : 3)) < 2) {
      ++near;
    }
  }
  CHECK(near > 950);
  CHECK(values.rightCols(295).maxCoeff() < 1.5);
}

TEST_CASE("a symmetric matrix passes through its vector, with its length") {
  RowVector z(3);
  z << 1, -2, 3;
  const RowVector vector = dsne::run::symmetric_vector(z);
  CHECK(vector.norm() == doctest::Approx(z.squaredNorm()));
  CHECK((dsne::run::symmetric_matrix(vector, 3) - z.transpose() * z).norm() < 1e-12);
}

TEST_CASE("bounds are of all features, or of each by any spelling of its name") {
  const auto bounds = [](const Json& given, const std::vector<std::string>& names) {
    return dsne::run::bounds_of(parameters_for(1, given), names, 2);
  };
  CHECK(bounds({0, 3}, {}).high == RowVector::Constant(2, 3));
  const Json given = {{"Left-Thalamus-Proper", {0, 10}}, {"Fg Var", {1, 2}}, {"c", {0, 9}}};
  const auto named = bounds(given, {"Fg.Var", "Left-Thalamus"});
  CHECK(named.low == RowVector{{1, 0}});
  CHECK(named.high == RowVector{{2, 10}});
  CHECK_THROWS_AS(bounds(given, {"Fg.Var", "Left-Caudate"}), dsne::InputError);
  CHECK_THROWS_AS(bounds({{"a", {0, 1}}}, {}), dsne::InputError);
  CHECK_THROWS_AS(bounds({0, 1}, {"a", "b"}), dsne::InputError);
  CHECK_THROWS_AS(bounds(Json::object(), {"a", "b"}), dsne::InputError);
}

TEST_CASE("a reference is drawn only if parameter reference says so") {
  using dsne::methods::parse_parameters;
  using dsne::run::is_private_reference;
  const auto drawn = [](const char* reference) {
    return is_private_reference(
        parse_parameters({{"reference", reference}, {"reference_epsilon", 2}}));
  };
  CHECK(drawn("guaranteed"));
  for (const char* other : {"auto", "given", "summaries"}) CHECK_FALSE(drawn(other));
}
