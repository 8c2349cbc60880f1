// References learned by three sites from tables of hostile numbers.

#include <algorithm>

#include "data/table.h"
#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "unit/federated/landmark_federation.h"

using dsne::Matrix;

namespace {

/// As a site's own table is read; gaps where they are filled.
Matrix some_table(Eigen::Index features, bool gaps, FuzzedDataProvider& choices) {
  const Matrix values =
      fuzz::hostile_points(choices.ConsumeIntegralInRange(1, 40), features, choices);
  return values.unaryExpr([gaps](double value) {
    if (value != value) return gaps ? value : 0;
    return std::clamp(value, -dsne::data::largest_value, dsne::data::largest_value);
  });
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  dsne::federated::Parameters parameters;
  parameters.initial_dims = choices.ConsumeIntegralInRange(0, 6);
  parameters.least_members = choices.ConsumeIntegralInRange(1, 6);
  parameters.normalization =
      choices.PickValueInArray({dsne::data::Normalization::none, dsne::data::Normalization::zscore,
                                dsne::data::Normalization::robust});
  parameters.missing =
      choices.ConsumeBool() ? dsne::data::Missing::impute : dsne::data::Missing::error;
  if (choices.ConsumeBool()) {
    parameters.landmark_method = dsne::federated::LandmarkMethod::mmd;
    parameters.mmd_rounds = choices.ConsumeIntegralInRange(1, 3);
    parameters.mmd_steps = choices.ConsumeIntegralInRange(1, 3);
    parameters.mmd_widths = choices.ConsumeIntegralInRange(1, 7);
    parameters.mmd_noise = choices.ConsumeBool() ? choices.ConsumeIntegralInRange(1, 100) : 0;
  }
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 30);
  const bool gaps = parameters.missing == dsne::data::Missing::impute;
  std::vector<Matrix> sites;
  for (int site = 0; site < 3; ++site) sites.push_back(some_table(features, gaps, choices));
  attempt([&] {
    LandmarkFederation federation(parameters, sites);
    const auto learned = federation.learn();
    require(learned.landmarks.allFinite());
    require(learned.members.minCoeff() >= 1);
    federation.site(0).check(learned);
    require(to_text(dsne::federated::parse_learned_reference(to_text(learned))) ==
            to_text(learned));
  });
}
