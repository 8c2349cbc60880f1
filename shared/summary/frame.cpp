#include "summary/frame.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/errors.h"
#include "summary/common_map.h"
#include "tsne/affinities.h"
#include "tsne/neighbours.h"
#include "tsne/repulsion.h"
#include "tsne/tsne.h"

namespace dsne::summary {
namespace {

using Eigen::Index;

constexpr int frame_steps = 750;
constexpr int early_steps = 250;
constexpr double early_exaggeration = 12;
constexpr double least_rate = 50;
constexpr double start_deviation = 0.01;
/// Noise for a coordinate without a component, so that the start is not a line.
constexpr double noise_deviation = 1e-4;
constexpr std::uint64_t noise_seed = 1;

tsne::Schedule schedule_for(double subjects) {
  tsne::Schedule schedule;
  schedule.learning_rate = std::max(subjects / early_exaggeration, least_rate);
  schedule.early_exaggeration = early_exaggeration;
  schedule.early_exaggeration_iterations = early_steps;
  schedule.momentum_switch_iteration = early_steps;
  return schedule;
}

Matrix start(const Matrix& features, const Vector& subjects, Index dimensions) {
  const data::Pca pca = weighted_components(features, subjects, dimensions);
  Matrix coordinates =
      tsne::random_coordinates(features.rows(), dimensions, noise_deviation, noise_seed);
  const Index found = std::min(dimensions, pca.components.cols());
  if (found == 0) return coordinates;
  coordinates.leftCols(found) =
      tsne::rescaled(data::project(pca, features), start_deviation).leftCols(found);
  return coordinates;
}

}  // namespace

tsne::Affinities frame_affinities(const Matrix& features, const Vector& subjects,
                                  double neighbours) {
  const double wanted = frame_multiple * neighbours;
  const Index others = features.rows() - 1;
  const tsne::Neighbours nearest = tsne::nearest_neighbours(
      features, std::min(tsne::enough_candidates(subjects, wanted), others));
  const auto conditional = tsne::weighted_affinities(nearest, subjects, wanted);
  tsne::Affinities joint = tsne::symmetrized(tsne::compressed(conditional, subjects), 1);
  for (double& value : joint.values) value /= subjects.sum();
  return joint;
}

Matrix frame_gradient(const tsne::Affinities& affinities, const Vector& subjects,
                      const Matrix& coordinates, double exaggeration) {
  const Matrix attractive =
      tsne::attraction(affinities, coordinates).array().colwise() / subjects.array();
  return tsne::gradient(attractive, tsne::repulsion(tsne::WeightedPoints{coordinates, subjects}),
                        exaggeration);
}

double frame_divergence(const tsne::Affinities& affinities, const Vector& subjects,
                        const Matrix& coordinates) {
  const double z = tsne::repulsion(tsne::WeightedPoints{coordinates, subjects}).z;
  double divergence = 0;
  for (Index i = 0; i < affinities.points(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (auto k = affinities.offsets[row]; k < affinities.offsets[row + 1]; ++k) {
      const double p = affinities.values[k];
      const auto j = static_cast<Index>(affinities.columns[k]);
      if (!(p > 0)) continue;
      const double distance = (coordinates.row(i) - coordinates.row(j)).squaredNorm();
      divergence += p * std::log(p * z * (1 + distance) / (subjects(i) * subjects(j)));
    }
  }
  return divergence;
}

Matrix frame(const Matrix& features, const Vector& subjects, double neighbours, Index dimensions) {
  if (features.rows() < 2) throw InputError("a map needs at least two points");
  const tsne::Affinities affinities = frame_affinities(features, subjects, neighbours);
  return descend(start(features, subjects, dimensions), schedule_for(subjects.sum()), frame_steps,
                 [&](const Matrix& coordinates, double exaggeration) {
                   return frame_gradient(affinities, subjects, coordinates, exaggeration);
                 });
}

Matrix descend(Matrix coordinates, const tsne::Schedule& schedule, int iterations,
               const std::function<Matrix(const Matrix&, double)>& gradient) {
  auto optimizer = tsne::OptimizerState::at_rest(coordinates.rows(), coordinates.cols());
  for (int i = 0; i < iterations; ++i) {
    tsne::update_optimizer(optimizer, gradient(coordinates, tsne::exaggeration(schedule, i)),
                           schedule.learning_rate, tsne::momentum(schedule, i));
    coordinates += optimizer.velocity;
  }
  return coordinates;
}

namespace {

/// Effective numbers of neighbours, as multiples of the run's.
constexpr double over_frame = 2;
constexpr double at_home = 1;
constexpr double hold_strength = 0.25;
constexpr int together_steps = 200;
constexpr double momentum = 0.8;
constexpr double subjects_per_rate = 12;

/// Returns the factor on the distance to a subject's own group: halfway between the mean and the
/// mean without the subject. A group of one person is near nobody.
double group_factor(double subjects) {
  if (subjects <= 1) return std::numeric_limits<double>::infinity();
  const double without = subjects / (subjects - 1);
  return (1 + without * without) / 2;
}

/// One point's row of Neighbours, as pairs of distance and candidate.
using Candidates = std::vector<std::pair<double, std::uint32_t>>;

/// Multiplies the distance to the subject's own group, and sorts the group in again.
void move_group(tsne::Neighbours& nearest, Index subject, Index group, double factor) {
  const auto begin = static_cast<std::size_t>(subject * nearest.count);
  const auto count = static_cast<std::size_t>(nearest.count);
  Candidates candidates;
  for (std::size_t k = begin; k < begin + count; ++k) {
    const bool own = static_cast<Index>(nearest.indices[k]) == group;
    // Avoids 0 times infinity.
    const double distance = !own                 ? nearest.squared_distances[k]
                            : std::isinf(factor) ? factor
                                                 : factor * nearest.squared_distances[k];
    candidates.emplace_back(distance, nearest.indices[k]);
  }
  std::sort(candidates.begin(), candidates.end());
  for (std::size_t k = 0; k < count; ++k) {
    nearest.squared_distances[begin + k] = candidates[k].first;
    nearest.indices[begin + k] = candidates[k].second;
  }
}

/// Returns the points' features as the site's subjects are compared with them.
Matrix compared_points(const SubjectsToPlace& subjects, const Frame& frame) {
  Matrix points = frame.features;
  if (subjects.rows.rows() > 0) points(subjects.points, Eigen::all) = subjects.rows;
  return points;
}

tsne::NeighbourAffinities affinities_over_frame(const SubjectsToPlace& subjects, const Frame& frame,
                                                double neighbours) {
  const double wanted = over_frame * neighbours;
  // One more than needed, in case the own group is not among the nearest.
  const Index count =
      std::min(tsne::enough_candidates(frame.subjects, wanted) + 1, frame.subjects.size());
  tsne::Neighbours nearest =
      tsne::nearest_candidates(subjects.features, compared_points(subjects, frame), count);
  for (Index i = 0; i < subjects.features.rows(); ++i) {
    const Index group = subjects.groups[static_cast<std::size_t>(i)];
    if (group >= 0) move_group(nearest, i, group, group_factor(frame.subjects(group)));
  }
  return tsne::weighted_affinities(nearest, frame.subjects, wanted);
}

/// The other sites' points of the frame, renumbered.
struct Others {
  std::vector<Index> points;
  std::vector<Index> numbers;  ///< per point of the frame; −1 for the site's own
};

Others others_of(const SubjectsToPlace& subjects, Index points) {
  Others others{{}, std::vector<Index>(static_cast<std::size_t>(points), 0)};
  for (const Index own : subjects.points) others.numbers[static_cast<std::size_t>(own)] = -1;
  for (Index point = 0; point < points; ++point) {
    Index& number = others.numbers[static_cast<std::size_t>(point)];
    if (number < 0) continue;
    number = static_cast<Index>(others.points.size());
    others.points.push_back(point);
  }
  return others;
}

/// Splits affinities over the frame into the part on other sites' points and the site's own share.
struct Shares {
  tsne::Affinities others;
  Vector home;
};

Shares split(const tsne::Affinities& rows, const Others& others) {
  Shares shares{{{0}, {}, {}}, Vector::Zero(rows.points())};
  for (Index i = 0; i < rows.points(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (auto k = rows.offsets[row]; k < rows.offsets[row + 1]; ++k) {
      const Index number = others.numbers[rows.columns[k]];
      if (number < 0) {
        shares.home(i) += rows.values[k];
      } else {
        shares.others.columns.push_back(static_cast<std::uint32_t>(number));
        shares.others.values.push_back(rows.values[k]);
      }
    }
    shares.others.offsets.push_back(shares.others.values.size());
  }
  return shares;
}

void scale(tsne::Affinities& affinities, double factor) {
  for (double& value : affinities.values) value *= factor;
}

tsne::Affinities own_affinities(const Matrix& features, const Vector& home, double neighbours) {
  const auto among = tsne::affinities_among(features, at_home * neighbours);
  return tsne::symmetrized(tsne::compressed(among, home), 1);
}

/// Adds Σ_j p_ij w_ij (y_i − y_j) towards fixed points.
void add_attraction(Matrix& sum, const tsne::Affinities& affinities, const Matrix& coordinates,
                    const Matrix& fixed) {
#pragma omp parallel for schedule(static) if (affinities.values.size() > 10000)
  for (Index i = 0; i < coordinates.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (auto k = affinities.offsets[row]; k < affinities.offsets[row + 1]; ++k) {
      const tsne::Position away =
          coordinates.row(i) - fixed.row(static_cast<Index>(affinities.columns[k]));
      sum.row(i) += affinities.values[k] / (1 + away.squaredNorm()) * away;
    }
  }
}

}  // namespace

Together place_alone(const SubjectsToPlace& subjects, const Frame& frame, double neighbours) {
  const auto rows = affinities_over_frame(subjects, frame, neighbours);
  const Index count = subjects.features.rows();
  const Others others = others_of(subjects, frame.features.rows());
  Shares shares = split(tsne::compressed(rows, Vector::Ones(count)), others);
  const double all = frame.subjects.sum();
  Together together;
  together.alone = tsne::transform(
      rows, tsne::FinishedEmbedding(tsne::WeightedPoints{frame.coordinates, frame.subjects}));
  together.own = own_affinities(subjects.features, shares.home, neighbours);
  together.others = std::move(shares.others);
  scale(together.own, 1 / all);
  scale(together.others, 1 / all);
  together.hold = hold_strength / all * (1 - shares.home.array());
  together.hold_middle = hold_strength / all * shares.home;
  together.frame = {frame.coordinates(others.points, Eigen::all), frame.subjects(others.points)};
  if (!others.points.empty()) together.frame_normalizer = tsne::repulsion(together.frame).z;
  return together;
}

Matrix together_gradient(const Together& together, const Matrix& coordinates) {
  Matrix attractive = tsne::attraction(together.own, coordinates);
  add_attraction(attractive, together.others, coordinates, together.frame.coordinates);
  const Matrix away = coordinates - together.alone;
  const Vector pull = together.hold.array() / (1 + away.rowwise().squaredNorm().array());
  attractive += pull.asDiagonal() * away;
  const double middle = together.hold_middle.sum();
  if (middle > 0)
    attractive += together.hold_middle * (together.hold_middle.transpose() * away) / middle;
  return tsne::gradient(attractive,
                        tsne::repulsion(coordinates, together.frame, together.frame_normalizer), 1);
}

Matrix place(const SubjectsToPlace& subjects, const Frame& frame, double neighbours) {
  const Together together = place_alone(subjects, frame, neighbours);
  // For a single subject without others, Z is 0.
  if (subjects.features.rows() + together.frame.weights.size() < 2) return together.alone;
  tsne::Schedule schedule;
  schedule.learning_rate = frame.subjects.sum() / subjects_per_rate;
  schedule.momentum = momentum;
  schedule.final_momentum = momentum;
  return descend(together.alone, schedule, together_steps, [&](const Matrix& coordinates, double) {
    return together_gradient(together, coordinates);
  });
}

}  // namespace dsne::summary
