// The reference as it travels.

#include "data/csv.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const dsne::data::Reference reference = dsne::data::parse_reference_csv(std::string(bytes));
  require(reference.values.allFinite());
  const std::string text = dsne::data::reference_csv(reference);
  const dsne::data::Reference again = dsne::data::parse_reference_csv(text);
  require(again.values == reference.values && again.features == reference.features);
  require(again.labels == reference.labels && dsne::data::reference_csv(again) == text);
}
