#include "methods/embedding/reference_places.h"

#include <string>

#include "exchange/state_names.h"

namespace dsne::methods {

Matrix reference_places(const Json& message, const SiteProblem& problem) {
  Matrix places = matrix_field(message, "reference_places", problem.reference_points,
                               problem.parameters.no_dims, exchange::coordinator_message_name);
  if (places.cwiseAbs().maxCoeff() > largest_place) {
    throw MessageError(std::string(exchange::coordinator_message_name) +
                       ": reference_places must be within 1e6 of 0");
  }
  return places;
}

MessageError second_round_error() {
  return MessageError("the remote's message: this run has one round, and it was made");
}

Matrix rounded_places(const Matrix& places, double extent) {
  constexpr double steps_across_map = 1000;
  const double step = extent / steps_across_map;
  return step > 0 ? Matrix((places / step).array().round() * step) : places;
}

}  // namespace dsne::methods
