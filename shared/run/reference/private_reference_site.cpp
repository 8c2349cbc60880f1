#include <algorithm>
#include <functional>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "exchange/state_names.h"
#include "run/reference/private_reference.h"

namespace dsne::run {
namespace {

using Eigen::Index;

/// The subjects' location, as the coordinator's message says.
struct Frame {
  std::vector<Index> kept;  ///< features
  RowVector centre;         ///< of these
  double radius = 0;
};

std::vector<Index> kept_features(const Json& message, Index features) {
  std::vector<Index> kept =
      integers_field(message, "kept", 0, features - 1, exchange::coordinator_message_name);
  const bool in_order = std::ranges::adjacent_find(kept, std::greater_equal<>()) == kept.end();
  if (kept.empty() || std::ssize(kept) > max_kept_features || !in_order) {
    throw MessageError("the remote's message: kept must be features in their order, not too many");
  }
  return kept;
}

Frame frame_of(const Json& message, Index features) {
  Frame frame{kept_features(message, features), {}, 0};
  frame.centre = matrix_field(message, "centre", 1, std::ssize(frame.kept),
                              exchange::coordinator_message_name);
  return frame;
}

Frame frame_with_radius(const Json& message, Index features) {
  Frame frame = frame_of(message, features);
  frame.radius = number_field(message, "radius", exchange::coordinator_message_name);
  if (!(frame.radius > 0 && frame.radius <= unit_radius(std::ssize(frame.kept)))) {
    throw MessageError("the remote's message: radius is out of range");
  }
  return frame;
}

Matrix about_centre(const Matrix& unit, const Frame& frame) {
  return Matrix(unit(Eigen::all, frame.kept)).rowwise() - frame.centre;
}

/// Returns the number of cells, or axes, in a message.
Index number_of(const Json& message, const char* name, Index most) {
  return integer_field(message, name, 1, most, exchange::coordinator_message_name);
}

Matrix histogram(const Matrix& rows, double radius) {
  const Vector ends = radii(radius);
  Matrix counts = Matrix::Zero(1, number_of_radii);
  for (const auto& row : rows.rowwise()) {
    const double distance = row.norm();
    Index bin = 0;
    while (bin < number_of_radii - 1 && !(distance <= ends(bin))) ++bin;
    counts(0, bin) += exchange::whole_length;
  }
  return counts;
}

Matrix sum_of_products(const Matrix& unit) {
  Matrix sum = Matrix::Zero(1, symmetric_size(unit.cols()));
  for (const auto& row : unit.rowwise()) sum += exchange::whole_rows(symmetric_vector(row));
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
  const Matrix whole = exchange::whole_rows(rows);
  Matrix sums = Matrix::Zero(points.rows(), rows.cols());
  for (Index i = 0; i < unit.rows(); ++i) sums.row(nearest(unit.row(i), points)) += whole.row(i);
  return sums;
}

/// A question: a sum over the subjects, in whole numbers, of this shape.
struct Question {
  Index rows = 1, columns = 1;
  std::function<Matrix(const Matrix& points)> sum;  ///< of subjects scaled by to_unit
};

Question question_of(const std::string& stage, const Json& message, Index features) {
  if (stage == private_stage::centre) {
    return {
        1, features, [](const Matrix& unit) -> Matrix {
          return exchange::whole_rows(cut_to(unit / unit_radius(unit.cols()), 1)).colwise().sum();
        }};
  }
  if (stage == private_stage::radius) {
    return {1, number_of_radii, [frame = frame_of(message, features)](const Matrix& unit) {
              return histogram(about_centre(unit, frame), unit_radius(std::ssize(frame.kept)));
            }};
  }
  const Frame frame = frame_with_radius(message, features);
  const Index dimensions = std::ssize(frame.kept);
  const auto scaled = [frame](const Matrix& unit) {
    return Matrix(about_centre(unit, frame) / frame.radius);
  };
  if (stage == private_stage::moments) {
    return {1, symmetric_size(dimensions),
            [scaled](const Matrix& unit) { return sum_of_products(cut_to(scaled(unit), 1)); }};
  }
  const Index count = number_of(message, "number_of_axes", std::min(dimensions, max_private_axes));
  const Index cells = number_of(message, "number_of_cells", max_private_cells);
  const Matrix axes =
      matrix_field(message, "axes", dimensions, count, exchange::coordinator_message_name);
  if (!is_orthonormal(axes)) {
    throw MessageError("the remote's message: axes are not orthonormal");
  }
  const Matrix at =
      matrix_field(message, "cells", cells, count, exchange::coordinator_message_name);
  return {cells, count + 1, [scaled, axes, at](const Matrix& unit) {
            return sums_by_nearest(cut_to(scaled(unit) * axes, 1), at);
          }};
}

}  // namespace

exchange::SiteAnswer answer_private_reference(const PrivateReferenceProblem& problem,
                                              const PrivateReferenceSite& site, int rounds,
                                              const Json& message) {
  const std::string stage = stage_of_round(rounds);
  if (stage.empty() || text_field(message, "stage", exchange::coordinator_message_name) != stage) {
    throw MessageError("the remote's message: stage is not the one expected");
  }
  const FeatureBounds bounds = bounds_of(problem.parameters, problem.names, problem.features);
  const Question question = question_of(stage, message, problem.features);
  const exchange::NoisySum noisy =
      stage_sum(stage, problem.parameters, question.rows * question.columns);
  const double share = noisy.share_variance(problem.sites);
  privacy::PrivateRelease release = noisy.release(problem.sites);
  release.what += ", stage " + std::to_string(rounds + 1);
  site.spend(release);
  return {{{"points", site.own_points}},
          {{noisy_sum_name, exchange::noisy_bound,
            question.sum(to_unit(site.read_values(), bounds)), share}}};
}

}  // namespace dsne::run
