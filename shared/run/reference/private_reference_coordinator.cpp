#include <algorithm>
#include <cmath>
#include <utility>

#include "core/eigenpairs.h"
#include "core/errors.h"
#include "core/state.h"
#include "data/pca.h"
#include "exchange/state_names.h"
#include "run/reference/private_reference.h"
#include "tsne/initialization.h"

namespace dsne::run {
namespace {

using Eigen::Index;

constexpr Index min_axes = 2;
constexpr Index min_cells = 8;
constexpr double inside_radius = 0.6;  // of the subjects; those beyond are moved in
/// The least flatness of an axis, as a share of its eigenvalue.
constexpr double min_flatness = 0.1;
/// A cell is used if its members exceed this many standard deviations of the noise.
constexpr double members_above_noise = 2;
/// The least share of the variance along an axis that subjects have within cells.
constexpr double min_within = 0.02;
constexpr Index min_synthetic = 100;
constexpr Index max_synthetic = 1000;
constexpr std::uint64_t public_seed = 2;

/// Divides parts in proportion to shares.
std::vector<Index> apportioned(const Vector& shares, Index parts) {
  std::vector<Index> counts;
  double sum = 0;
  Index given = 0;
  for (const double share : shares) {
    sum += share;
    const auto until = static_cast<Index>(
        std::llround(static_cast<double>(parts) * sum / std::max(shares.sum(), 1e-300)));
    counts.push_back(until - given);
    given = until;
  }
  return counts;
}

/// Returns a matrix A with A·Aᵀ equal to the symmetric matrix, whose eigenvalues are raised to a
/// least one.
Matrix square_root(const Matrix& symmetric, double least) {
  const Eigenpairs pairs = all_eigenpairs(symmetric);
  return pairs.vectors * pairs.values.cwiseMax(least).cwiseSqrt().asDiagonal();
}

}  // namespace

RowVector shrunk_means(const RowVector& noisy, double noise) {
  constexpr double least_share = 0.01;
  const double in_common = noisy.mean();
  const RowVector apart = noisy.array() - in_common;
  const double free = static_cast<double>(noisy.size()) - 3;
  if (free <= 0 || apart.isZero(0)) return noisy;
  const double share = std::max(least_share, 1 - free * noise * noise / apart.squaredNorm());
  return (share * apart).array() + in_common;
}

PrivateReferenceCoordinator::PrivateReferenceCoordinator(PrivateReferenceProblem problem,
                                                         const Json& state)
    : problem_(std::move(problem)),
      bounds_(bounds_of(problem_.parameters, problem_.names, problem_.features)) {
  if (!state.is_null()) restore(state, *this);
}

Json PrivateReferenceCoordinator::state() const { return state_of(*this); }

Json PrivateReferenceCoordinator::message() const {
  const std::string stage = stage_of_round(rounds_);
  Json message = {{"stage", stage}};
  if (stage == private_stage::centre) return message;
  message["kept"] = kept_;
  message["centre"] = pack(Matrix(centre_(kept_)));
  if (stage == private_stage::radius) return message;
  message["radius"] = radius_;
  if (stage == private_stage::moments) return message;
  message["number_of_axes"] = axes_.cols();
  message["number_of_cells"] = cells_.rows();
  message["axes"] = pack(axes_);
  message["cells"] = pack(cells_);
  return message;
}

void PrivateReferenceCoordinator::combine(const exchange::SiteAnswers& answers) {
  const std::string stage = stage_of_round(rounds_);
  if (stage == private_stage::centre) {
    take_centre(answers);
  } else if (stage == private_stage::radius) {
    take_radius(answers);
  } else if (stage == private_stage::moments) {
    take_moments(answers);
  } else {
    take_cells(answers);
  }
  ++rounds_;
}

void PrivateReferenceCoordinator::take_centre(const exchange::SiteAnswers& answers) {
  for (const auto& [site, message] : answers.messages()) {
    subjects_ +=
        integer_field(message, "points", 1, exchange::max_points, exchange::message_name(site));
  }
  if (subjects_ > exchange::max_points) throw InputError("the sites have too many subjects");
  const double unit = unit_radius(problem_.features) / static_cast<double>(subjects_);
  const RowVector mean = noisy_sum(answers, 1, problem_.features) * unit;
  const double noise = deviation(private_stage::centre, problem_.features) * unit;
  centre_ = shrunk_means(mean, noise).cwiseMax(-0.5).cwiseMin(0.5);
  kept_ = features_that_may_vary(centre_);
}

void PrivateReferenceCoordinator::take_radius(const exchange::SiteAnswers& answers) {
  const RowVector counts = noisy_sum(answers, 1, number_of_radii).cwiseMax(0);
  const Vector ends = radii(unit_radius(std::ssize(kept_)));
  Index last = 0;
  double inside = counts(0);
  while (last < number_of_radii - 1 && inside < inside_radius * counts.sum()) {
    inside += counts(++last);
  }
  radius_ = ends(last);
}

void PrivateReferenceCoordinator::take_moments(const exchange::SiteAnswers& answers) {
  const Index dimensions = std::ssize(kept_);
  const Index numbers = symmetric_size(dimensions);
  const auto subjects = static_cast<double>(subjects_);
  const Eigen::MatrixXd moments =
      symmetric_matrix(noisy_sum(answers, 1, numbers), dimensions) / subjects;
  const Eigenpairs pairs = all_eigenpairs(moments);
  // The largest eigenvalue of a symmetric noise matrix with this deviation off the diagonal
  // (Wigner).
  const double noise = 2 * std::sqrt(static_cast<double>(dimensions)) *
                       deviation(private_stage::moments, numbers) / std::sqrt(2.0) / subjects;
  const Index most = std::min(dimensions, max_private_axes);
  const Index clear = (pairs.values.array() > noise).count();
  const Index axes = std::min(most, std::max(min_axes, clear));
  axes_ = data::with_largest_entries_positive(pairs.vectors.leftCols(axes));
  variances_ = pairs.values.head(axes).unaryExpr([noise](double value) {
    return std::max({variance_without_noise(value, noise), min_flatness * value, 0.0});
  });
  // With many features, the rest is hundreds of axes. Spread along these would only separate the
  // synthetic subjects from the others.
  if (dimensions > axes && dimensions == problem_.features) {
    const double others = pairs.values.sum() - variances_.sum();
    rest_ = std::max(0.0, others) / static_cast<double>(dimensions - axes);
  }
  const Index cells = cells_for_noise();
  cells_ =
      tsne::random_coordinates(cells, axes, 1, public_seed) * variances_.cwiseSqrt().asDiagonal();
  cells_ = cut_to(cells_, 1);
  members_ = Vector::Constant(cells, subjects / static_cast<double>(cells));
}

void PrivateReferenceCoordinator::take_cells(const exchange::SiteAnswers& answers) {
  const Index columns = axes_.cols() + 1;
  const Matrix sums = noisy_sum(answers, cells_.rows(), columns) / cell_share;
  const double noise = deviation(private_stage::cells, cells_.rows() * columns) / cell_share;
  members_ = sums.col(0);
  for (Index cell = 0; cell < cells_.rows(); ++cell) {
    if (members_(cell) <= members_above_noise * noise) {
      members_(cell) = 0;
      continue;
    }
    cells_.row(cell) = cut_to(sums.row(cell).tail(columns - 1) / members_(cell), 1);
  }
  if (members_.isZero()) members_.setOnes();
}

Matrix PrivateReferenceCoordinator::spread_within_cells() const {
  const Vector shares = members_ / members_.sum();
  const RowVector mean = shares.transpose() * cells_;
  const Matrix apart = cells_.rowwise() - mean;
  const Matrix between = apart.transpose() * shares.asDiagonal() * apart;
  const Matrix all = Matrix(variances_.asDiagonal()) - mean.transpose() * mean;
  return all - between;
}

data::Reference PrivateReferenceCoordinator::result() const {
  const Index points = std::clamp(subjects_, min_synthetic, max_synthetic);
  const Index axes = axes_.cols();
  const Matrix within =
      square_root(spread_within_cells(), min_within * variances_.sum() / static_cast<double>(axes));
  const Matrix draws = tsne::random_coordinates(points, axes, 1, public_seed + 1);
  const Matrix others =
      tsne::random_coordinates(points, std::ssize(kept_), std::sqrt(rest_), public_seed + 2);
  Matrix along(points, axes);
  Index next = 0;
  const std::vector<Index> of_cell = apportioned(members_, points);
  for (std::size_t cell = 0; cell < of_cell.size(); ++cell) {
    for (Index i = 0; i < of_cell[cell]; ++i)
      along.row(next++) = cells_.row(static_cast<Index>(cell));
  }
  along += draws * within.transpose();
  const Matrix coordinates =
      along * axes_.transpose() + others - others * axes_ * axes_.transpose();
  data::Reference reference;
  Matrix unit = centre_.replicate(points, 1);
  unit(Eigen::all, kept_) += radius_ * coordinates;
  reference.values = from_unit(unit, bounds_);
  reference.features = problem_.names;
  return reference;
}

Index PrivateReferenceCoordinator::cells_for_noise() const {
  // A cell has as many numbers as there are axes. The number of cells is not known yet, and hardly
  // affects the noise.
  const double noise = deviation(private_stage::cells, 1) / cell_share;
  const auto cells = std::llround(3 * std::sqrt(static_cast<double>(subjects_) / noise));
  return std::clamp<Index>(cells, min_cells, max_private_cells);
}

Matrix PrivateReferenceCoordinator::noisy_sum(const exchange::SiteAnswers& answers, Index rows,
                                              Index columns) const {
  return answers.sum(noisy_sum_name, rows, columns, exchange::noisy_bound) / exchange::whole_length;
}

double PrivateReferenceCoordinator::deviation(const std::string& stage, Index numbers) const {
  return stage_sum(stage, problem_.parameters, numbers).deviation(problem_.sites) /
         exchange::whole_length;
}

}  // namespace dsne::run
