#include "dsne/private_start.h"

#include <algorithm>
#include <limits>

#include "data/stacked.h"
#include "tsne/gradient.h"
#include "tsne/neighbours.h"
#include "tsne/optimizer.h"
#include "tsne/placement.h"

namespace dsne {
namespace {

constexpr double usual_share = 0.99;
constexpr int settling_iterations = 500;
constexpr Eigen::Index voters = 5;

/// The squared distance within which the usual share of points has its nearest other point.
double usual_squared_distance(const Matrix& points) {
  std::vector<double> distances = nearest_neighbours(points, 1).squared_distances;
  const auto last = static_cast<double>(distances.size() - 1);
  const auto usual = distances.begin() + static_cast<std::ptrdiff_t>(usual_share * last);
  std::nth_element(distances.begin(), usual, distances.end());
  return *usual;
}

/// The row of which the sum of distances to all rows is least.
Place medoid(const Matrix& places) {
  Eigen::Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < places.rows(); ++i) {
    const double sum = (places.rowwise() - places.row(i)).rowwise().norm().sum();
    if (sum >= least) continue;
    least = sum;
    best = i;
  }
  return places.row(best);
}

}  // namespace

Matrix placed_by_neighbours(const Matrix& own, const Matrix& reference,
                            const Matrix& reference_places) {
  const NeighbourAffinities affinities = map_affinities(own, reference);
  const FinishedMap map(reference_places);
  Matrix first(own.rows(), reference_places.cols());
#pragma omp parallel for schedule(static) if (own.rows() >= least_placed_for_threads)
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    first.row(i) = map.place(affinities, i, placing_iterations);
  }
  const Matrix data = stacked(own, reference);
  const Matrix places = stacked(first, reference_places);
  const Neighbours neighbours = nearest_neighbours(data, std::min(voters, data.rows() - 1));
  Matrix second = first;
#pragma omp parallel for schedule(static) if (own.rows() >= least_placed_for_threads)
  for (Eigen::Index i = 0; i < own.rows(); ++i) {
    std::vector<Eigen::Index> near = {i};
    const auto* begin = neighbours.indices.data() + i * neighbours.count;
    near.insert(near.end(), begin, begin + neighbours.count);
    const Place start = medoid(places(near, Eigen::all));
    second.row(i) = map.descend(affinities, i, start, placing_iterations);
  }
  return second;
}

std::vector<bool> unrepresented(const Matrix& own, const Matrix& reference) {
  std::vector<bool> result(static_cast<std::size_t>(own.rows()), false);
  if (reference.rows() < 2) return result;
  const double usual = usual_squared_distance(reference);
  const std::vector<double> distances = nearest_candidates(own, reference, 1).squared_distances;
  std::transform(distances.begin(), distances.end(), result.begin(),
                 [&](double distance) { return distance > usual; });
  return result;
}

Matrix settled(const Affinities& affinities, Matrix own_places, const Matrix& reference_places,
               const std::vector<bool>& movable) {
  const Schedule schedule;
  const double rate = learning_rate(schedule, affinities.points());
  Motion motion = Motion::at_rest(own_places.rows(), own_places.cols());
  for (int t = 0; t < settling_iterations; ++t) {
    Matrix slope =
        gradient(affinities, stacked(own_places, reference_places), exaggeration(schedule, t))
            .topRows(own_places.rows());
    for (std::size_t i = 0; i < movable.size(); ++i) {
      if (!movable[i]) slope.row(static_cast<Eigen::Index>(i)).setZero();
    }
    update_motion(motion, slope, rate, momentum(schedule, t));
    own_places += motion.velocity;
  }
  return own_places;
}

}  // namespace dsne
