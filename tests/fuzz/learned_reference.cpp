// A reference that was learned, as it travels and as a node keeps it.

#include "federated/reference/learned_reference.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const auto reference = dsne::federated::parse_learned_reference(std::string(bytes));
  const std::string text = to_text(reference);
  require(to_text(dsne::federated::parse_learned_reference(text)) == text);
  const auto run = dsne::federated::parse_run_reference(text);
  require(run.points.values.rows() == reference.landmarks.rows());
}
