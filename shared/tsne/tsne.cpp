#include "tsne/tsne.h"

#include "tsne/gradient.h"

namespace dsne::tsne {

Matrix tsne(const Affinities& affinities, Matrix coordinates, const Schedule& schedule,
            int iterations) {
  const double rate = learning_rate(schedule, coordinates.rows());
  OptimizerState optimizer = OptimizerState::at_rest(coordinates.rows(), coordinates.cols());
  for (int t = 0; t < iterations; ++t) {
    update_optimizer(optimizer, gradient(affinities, coordinates, exaggeration(schedule, t)), rate,
                     momentum(schedule, t));
    coordinates += optimizer.velocity;
    coordinates.rowwise() -= coordinates.colwise().mean().eval();
  }
  return coordinates;
}

}  // namespace dsne::tsne
