#include <algorithm>
#include <cmath>

#include "federated/state_names.h"
#include "local/phases.h"

namespace dsne::local {
namespace {

constexpr double steps_across_embedding = 1000;
constexpr double steps_per_nat = 100;

/// Places to within what the eye can see: to the last bit they would prove who is on the map to
/// anyone who can compute where a subject comes to lie.
Matrix rounded(const Matrix& coordinates, const Matrix& reference) {
  const double extent = std::max(extent_of(coordinates), extent_of(reference));
  if (extent == 0) return coordinates;
  const double step = extent / steps_across_embedding;
  return (coordinates / step).array().round() * step;
}

}  // namespace

Json answer_collect(const coinstac::Step& step, SiteRun& run) {
  const federated::SiteSettings settings =
      federated::parse_site_inputs(run.input, step.directories).settings;
  const auto method = make_site_method(run, step);
  Json message = message_at(run.moment);
  const Json result = method->finish(step.input);
  run.method = method->state();
  if (!settings.share_places) return message;
  for (const auto& [name, value] : result.items()) {
    message[name] = std::round(value.get<double>() * steps_per_nat) / steps_per_nat;
  }
  const Matrix coordinates = method->coordinates();
  const Matrix reference = matrix_field(step.input, "reference_places", run.reference_points,
                                        coordinates.cols(), federated::coordinator_message_name);
  message["places"] = pack(rounded(coordinates, reference));
  if (settings.share_labels) {
    const std::vector<std::string> labels = embedded_subjects(run, step).labels;
    if (!labels.empty()) message["labels"] = labels;
  }
  return message;
}

}  // namespace dsne::local
