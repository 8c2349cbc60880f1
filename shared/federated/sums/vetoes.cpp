#include "federated/sums/vetoes.h"

#include <algorithm>

#include "core/errors.h"
#include "federated/state_names.h"

namespace dsne::federated {

SumTerm veto_term(const std::vector<bool>& own) {
  Matrix votes(std::ssize(own), 1);
  std::copy(own.begin(), own.end(), votes.data());
  return {vetoes_name, 1, votes};
}

std::vector<bool> vetoed(const Matrix& votes) {
  std::vector<bool> vetoed;
  for (const double vote : votes.reshaped()) vetoed.push_back(vote > 0);
  return vetoed;
}

std::vector<bool> vetoed(const Json& message, const std::vector<bool>& own) {
  const Matrix votes =
      matrix_field(message, vetoes_name, std::ssize(own), 1, coordinator_message_name);
  if ((votes.array() < veto_term(own).values.array()).any()) {
    throw MessageError("the remote's message: vetoes leaves out this site's");
  }
  return vetoed(votes);
}

}  // namespace dsne::federated
