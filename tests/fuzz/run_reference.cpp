// A run's reference as it travels and as a node keeps it: a map of summaries, or landmarks.

#include "run/reference/run_reference.h"

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const std::string text(bytes);
  const dsne::run::RunPlan plan;
  const auto reference = dsne::run::parse_run_reference(text, plan);
  require(reference.points.values.allFinite());
  require(reference.summaries.has_value() == dsne::run::is_of_summaries(text));
  if (!reference.landmarks) return;
  const dsne::Matrix& landmarks = *reference.landmarks;
  const std::string before = dsne::run::without_landmarks(text);
  const auto again = dsne::run::parse_run_reference(dsne::run::to_text(before, landmarks), plan);
  require(again.landmarks == landmarks && again.points.values == reference.points.values);
}
