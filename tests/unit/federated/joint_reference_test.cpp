#include "federated/methods/joint_reference.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "packed.h"
#include "test_points.h"
#include "tsne/initialization.h"

using dsne::Matrix;
using dsne::federated::JointReference;

namespace {

constexpr double momentum = 0.8;
const dsne::federated::JointStep joint_step_of_test{1, 30, momentum};

Matrix some(std::uint64_t seed) { return dsne::tsne::random_coordinates(12, 2, 1, seed); }

JointReference on_its_way() { return {some(1), {some(2), some(3).cwiseAbs().array() + 0.5}, {}}; }

dsne::federated::Division one_cell() {
  const dsne::federated::Cells cells{dsne::federated::CellNumbers(12, 0), 1};
  return {{dsne::federated::Counts::Constant(12, 3)}, cells, cells};
}

}  // namespace

TEST_CASE("what is read off the reference's places is what the optimizer made") {
  JointReference reference = on_its_way();
  const Matrix slope = some(4);
  dsne::tsne::OptimizerState optimizer = reference.optimizer;
  dsne::tsne::update_optimizer(optimizer, slope, 30, momentum);
  const Matrix there = dsne::federated::moved_by(reference, slope, joint_step_of_test);
  CHECK((there - reference.coordinates - optimizer.velocity).norm() < 1e-12);
  CHECK((dsne::federated::moved_by(reference, slope, joint_step_of_test, there) - there).norm() <
        1e-12);
  const Matrix before = reference.coordinates;
  const dsne::federated::CellSums sums{Matrix::Constant(1, 2, 36), Matrix::Constant(1, 3, 40)};
  dsne::federated::go_on(reference, there, sums, momentum, one_cell());
  CHECK(reference.coordinates == there);
  CHECK((reference.optimizer.velocity - optimizer.velocity).norm() < 1e-12);
  CHECK(reference.optimizer.gains == optimizer.gains);
  const dsne::RowVector step = there.colwise().mean() - before.colwise().mean();
  CHECK((reference.sums.sums.row(0) - Matrix::Constant(1, 2, 36) + 36 * step).norm() < 1e-9);
}

TEST_CASE(
    "a gradient that is 0 but for rounding changes no gain at one node and another elsewhere") {
  const JointReference reference = on_its_way();
  Matrix here = some(4);
  Matrix elsewhere = here;
  here(3, 1) = 1e-11;
  elsewhere(3, 1) = -1e-11;
  const Matrix there = dsne::federated::moved_by(reference, here, joint_step_of_test);
  const Matrix worked_out =
      dsne::federated::moved_by(reference, elsewhere, joint_step_of_test, there);
  CHECK((worked_out - there).cwiseAbs().maxCoeff() < 1e-8);
  JointReference one = reference;
  JointReference other = reference;
  for (JointReference* each : {&one, &other}) {
    dsne::federated::go_on(*each, there, {Matrix::Zero(1, 2), Matrix::Zero(1, 3)}, momentum,
                           one_cell());
  }
  CHECK(one.optimizer.gains == other.optimizer.gains);
}

TEST_CASE("the reference's state is kept, and refused when it is damaged") {
  JointReference reference = on_its_way();
  const auto parse = [](const dsne::Json& state, Eigen::Index cells) {
    return dsne::federated::parse_joint_reference(state, 12, 2, cells, "the state");
  };
  CHECK(parse(to_json(reference), 0).optimizer.gains == reference.optimizer.gains);
  CHECK_THROWS_AS(parse(to_json(reference), 1), dsne::MessageError);
  reference.sums = {Matrix::Constant(1, 2, 5), Matrix::Constant(1, 3, 7)};
  const dsne::Json good = to_json(reference);
  CHECK(parse(good, 1).sums.products == reference.sums.products);
  for (const char* name : {"places", "velocity", "gains", "sums"}) {
    for (const dsne::Json& bad : damaged(good[name])) {
      dsne::Json state = good;
      state[name] = bad;
      CHECK_THROWS_AS(parse(state, 1), dsne::MessageError);
    }
  }
}
