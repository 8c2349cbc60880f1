#include "federated/private_reference_site.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "federated/state_names.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// Where the coordinator says that the subjects lie.
struct Frame {
  RowVector centre;
  double radius = 0;
};

Frame frame_of(const Json& message, const PublicSpace& space) {
  constexpr std::string_view what = coordinator_message_name;
  Frame frame{matrix_field(message, "centre", 1, space.dimensions(), what),
              number_field(message, "radius", what)};
  if (!(frame.radius > 0 && frame.radius <= space.radius())) {
    throw MessageError("the remote's message: radius is out of range");
  }
  return frame;
}

/// How many cells, or axes, a message has.
Index number_of(const Json& message, const char* name, Index most) {
  return integer_field(message, name, 1, most, coordinator_message_name);
}

Matrix histogram(const Matrix& about_centre, double radius) {
  const Vector ends = radii(radius);
  Matrix counts = Matrix::Zero(1, number_of_radii);
  for (const auto& row : about_centre.rowwise()) {
    const double distance = row.norm();
    Index bin = 0;
    while (bin < number_of_radii - 1 && !(distance <= ends(bin))) ++bin;
    counts(0, bin) += whole_length;
  }
  return counts;
}

Matrix sum_of_products(const Matrix& unit) {
  Matrix sum = Matrix::Zero(1, symmetric_size(unit.cols()));
  for (const auto& row : unit.rowwise()) sum += whole_rows(symmetric_vector(row));
  return sum;
}

Index nearest(const RowVector& row, const Matrix& points) {
  Index found = 0;
  (points.rowwise() - row).rowwise().squaredNorm().minCoeff(&found);
  return found;
}

Matrix sums_by_nearest(const Matrix& unit, const Matrix& points) {
  Matrix rows(unit.rows(), unit.cols() + 1);
  rows << Vector::Constant(unit.rows(), cell_share), cell_share * unit;
  const Matrix whole = whole_rows(rows);
  Matrix sums = Matrix::Zero(points.rows(), rows.cols());
  for (Index i = 0; i < unit.rows(); ++i) sums.row(nearest(unit.row(i), points)) += whole.row(i);
  return sums;
}

}  // namespace

PrivateReferenceSite::PrivateReferenceSite(PrivateReferenceSiteProblem problem, const Json& state)
    : problem_(std::move(problem)),
      space_(bounds_of(problem_.parameters, problem_.names, problem_.features)) {
  if (state.is_null()) return;
  rounds_ = static_cast<int>(integer_field(state, "rounds", 1, private_rounds, cache_name));
}

SiteAnswer PrivateReferenceSite::answer(const Json& message) {
  const std::string stage = stage_of_round(rounds_);
  if (stage.empty() || text_field(message, "stage", coordinator_message_name) != stage) {
    throw MessageError("the remote's message: stage is not the one expected");
  }
  const Question question = question_of(stage, message);
  const Index numbers = question.rows * question.columns;
  const privacy::DistributedNoise noise =
      stage_noise(stage, problem_.parameters, problem_.sites, numbers);
  problem_.spend(stage_release(stage, problem_.parameters, problem_.sites, numbers));
  ++rounds_;
  return {{{"points", problem_.own_points}},
          {{noisy_sum_name, noisy_bound, question.sum(space_.project(problem_.read_values())),
            false, noise.share_variance}}};
}

PrivateReferenceSite::Question PrivateReferenceSite::question_of(const std::string& stage,
                                                                 const Json& message) const {
  const Index dimensions = space_.dimensions();
  const double largest = space_.radius();
  if (stage == private_stage::centre) {
    return {1, dimensions, [largest](const Matrix& points) -> Matrix {
              return whole_rows(cut_to(points / largest, 1)).colwise().sum();
            }};
  }
  if (stage == private_stage::radius) {
    const RowVector centre =
        matrix_field(message, "centre", 1, dimensions, coordinator_message_name);
    return {1, number_of_radii, [centre, largest](const Matrix& points) {
              return histogram(points.rowwise() - centre, largest);
            }};
  }
  const Frame frame = frame_of(message, space_);
  const auto unit = [frame](const Matrix& points) {
    return Matrix((points.rowwise() - frame.centre) / frame.radius);
  };
  if (stage == private_stage::moments) {
    return {1, symmetric_size(dimensions),
            [unit](const Matrix& points) { return sum_of_products(cut_to(unit(points), 1)); }};
  }
  const Index count = number_of(message, "number_of_axes", std::min(dimensions, max_private_axes));
  const Index cells = number_of(message, "number_of_cells", max_private_cells);
  const Matrix axes = matrix_field(message, "axes", dimensions, count, coordinator_message_name);
  const Matrix at = matrix_field(message, "cells", cells, count, coordinator_message_name);
  return {cells, count + 1, [unit, axes, at](const Matrix& points) {
            return sums_by_nearest(cut_to(unit(points) * axes, 1), at);
          }};
}

}  // namespace dsne::federated
