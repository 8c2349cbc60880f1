#include "tsne/tsne.h"

#include "tsne/gradient.h"

namespace dsne::tsne {

Matrix tsne(const Affinities& affinities, Matrix places, const Schedule& schedule, int iterations) {
  const double rate = learning_rate(schedule, places.rows());
  OptimizerState optimizer = OptimizerState::at_rest(places.rows(), places.cols());
  for (int t = 0; t < iterations; ++t) {
    update_optimizer(optimizer, gradient(affinities, places, exaggeration(schedule, t)), rate,
                     momentum(schedule, t));
    places += optimizer.velocity;
    places.rowwise() -= places.colwise().mean().eval();
  }
  return places;
}

}  // namespace dsne::tsne
