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

}  // namespace dsne::methods
