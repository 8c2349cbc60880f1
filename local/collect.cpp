#include <algorithm>
#include <cmath>

#include "federated/state_names.h"
#include "local/phases.h"

namespace dsne::local {
namespace {

constexpr double steps_across_map = 1000;
constexpr double steps_per_nat = 100;

double width_of(const Matrix& places) {
  return (places.colwise().maxCoeff() - places.colwise().minCoeff()).maxCoeff();
}

/// Places to within what the eye can see: to the last bit they would prove who is on the map to
/// anyone who can compute where a subject comes to lie.
Matrix rounded(const Matrix& places, const Matrix& reference) {
  const double width = std::max(width_of(places), width_of(reference));
  if (width == 0) return places;
  const double step = width / steps_across_map;
  return (places / step).array().round() * step;
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
  const Matrix places = method->places();
  const Matrix reference = matrix_field(step.input, "reference_places", run.reference_points,
                                        places.cols(), federated::remote_message_name);
  message["places"] = pack(rounded(places, reference));
  if (settings.share_labels) {
    const std::vector<std::string> labels = subjects_on_map(run, step).labels;
    if (!labels.empty()) message["labels"] = labels;
  }
  return message;
}

}  // namespace dsne::local
