// A given reference that was extended, as it travels and as a node keeps it.

#include "federated/reference/learned_reference.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const std::string read(bytes);
  const auto reference = dsne::federated::parse_run_reference(read);
  if (!reference.added) return;
  const std::string given = dsne::federated::given_part(read);
  const std::string text = to_text(given, *reference.added);
  const auto again = dsne::federated::parse_run_reference(text);
  require(again.added && to_text(given, *again.added) == text);
  require(number_of_points(again) == number_of_points(reference));
  require(labels_of(again) == labels_of(reference));
}
