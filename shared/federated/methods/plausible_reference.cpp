#include "federated/methods/plausible_reference.h"

#include <algorithm>

#include "core/errors.h"
#include "federated/initial_coordinates.h"
#include "federated/neighbour_embedding.h"

namespace dsne::federated {
namespace {

/// How far places may be from the site's own, as a share of their extent, by rounding.
constexpr double start_tolerance = 1e-3;
constexpr double worse_fit = 1.05;
constexpr double other_processor = 1e-3;
constexpr double other_order = 1e-5;
constexpr double max_per_iteration = 2;
constexpr double usual_learning_rate = 10;
constexpr double usual_friction = 0.2;
constexpr int velocity_memory = 10;  // iterations until a velocity has faded

bool fits_as_well(const CoordinatorProblem& problem, const Matrix& coordinates, const Matrix& own) {
  const auto embedding = neighbour_embedding(problem.parameters);
  const Matrix reference = problem.reference();
  const auto misfit = [&](const Matrix& places) {
    return embedding->misfit(reference, places, problem.has_learned_reference);
  };
  return misfit(coordinates) <= worse_fit * misfit(own) + start_tolerance;
}

}  // namespace

void check_start(const Parameters& parameters, const Matrix& reference, const Matrix& coordinates,
                 bool learned) {
  CoordinatorProblem problem{parameters, {}, reference.rows(), [&] { return reference; }};
  problem.has_learned_reference = learned;
  const Matrix own = initial_reference_coordinates(problem);
  if ((coordinates - own).cwiseAbs().maxCoeff() <= start_tolerance * extent_of(own)) return;
  if (parameters.initialization == Initialization::tsne &&
      fits_as_well(problem, coordinates, own)) {
    return;
  }
  throw MessageError("the remote's message: reference_places is no start of this run");
}

void check_as_worked_out(const Matrix& said, const Matrix& worked_out, double extent,
                         const std::string& name) {
  const double largest = worked_out.cwiseAbs().maxCoeff();
  const double tolerance = std::max(other_processor * largest, other_order * extent);
  // Eigen's largest coefficient passes NaN over; this does not.
  if (((said - worked_out).array().abs() <= tolerance).all()) return;
  throw MessageError("the remote's message: " + name +
                     " is not what the sums over the sites make it");
}

void check_moves(const Parameters& parameters, int iteration, const Matrix& moves,
                 const std::string& name) {
  const tsne::Schedule& schedule = parameters.schedule;
  const int since = std::max(0, iteration - parameters.local_iterations - velocity_memory);
  const double faster = std::max(1.0, schedule.learning_rate / usual_learning_rate) *
                        tsne::exaggeration(schedule, since) *
                        std::max(1.0, usual_friction / (1 - tsne::momentum(schedule, iteration)));
  const double allowed = max_per_iteration * faster * parameters.local_iterations;
  if ((moves.rowwise().norm().array() <= allowed).all()) return;
  throw MessageError("the remote's message: " + name +
                     " moves the reference further than a round can");
}

}  // namespace dsne::federated
