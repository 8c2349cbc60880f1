#include "federated/methods/reference_motion.h"

#include "federated/methods/multi_shot_messages.h"
#include "tsne/optimizer.h"

namespace dsne::federated {

ReferenceMotion ReferenceMotion::at_rest(Eigen::Index points, Eigen::Index dimensions) {
  const Matrix still = Matrix::Zero(points, dimensions);
  return {still, still, Matrix::Ones(points, dimensions)};
}

ReferenceMotion next_motion(const ReferenceMotion& before, const Parameters& parameters,
                            int iteration, const std::function<Matrix(const char*)>& mean_of) {
  const Matrix mean = mean_of(displacement_sum);
  if (reference_steps_at_coordinator(parameters)) {
    tsne::OptimizerState optimizer{before.velocity, before.gains};
    tsne::update_optimizer(optimizer, -mean, 1, tsne::momentum(parameters.schedule, iteration));
    return {optimizer.velocity, optimizer.velocity, optimizer.gains};
  }
  return {mean, parameters.local_iterations == 1 ? mean : mean_of(velocity_sum),
          gains_travel(parameters) ? mean_of(gains_sum) : before.gains};
}

}  // namespace dsne::federated
