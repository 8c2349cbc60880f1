// Landmarks that two sites move by descent, on tables and a reference of hostile numbers.

#include "data/table.h"
#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "privacy/masked_sum.h"
#include "run/preprocessing.h"
#include "run/reference/mmd.h"

using dsne::Matrix;

namespace {

dsne::methods::Parameters some_parameters(FuzzedDataProvider& choices) {
  dsne::methods::Parameters parameters;
  parameters.initial_dims = choices.ConsumeIntegralInRange(0, 6);
  parameters.mmd_steps = choices.ConsumeIntegralInRange(1, 3);
  parameters.mmd_widths = choices.ConsumeIntegralInRange(1, 7);
  parameters.mmd_noise = choices.ConsumeBool() ? choices.ConsumeIntegralInRange(1, 100) : 0;
  parameters.mmd_average = choices.PickValueInArray(
      {dsne::methods::MmdAverage::variables, dsne::methods::MmdAverage::gradients});
  return parameters;
}

dsne::privacy::KeyedSource secret_source(const std::string& /*purpose*/) {
  return dsne::privacy::KeyedSource(dsne::Bytes32{1});
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const dsne::methods::Parameters parameters = some_parameters(choices);
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 30);
  const Matrix reference = fuzz::hostile_table(20, features, choices);
  const auto preprocessing = dsne::run::fit_preprocessing({reference, {}, {}}, parameters);
  const Matrix seen = apply(preprocessing, reference);
  const std::vector<Matrix> sites = {
      apply(preprocessing, fuzz::hostile_table(40, features, choices)),
      apply(preprocessing, fuzz::hostile_table(40, features, choices))};
  const dsne::Vector variances = dsne::run::axis_variances(seen);
  const dsne::privacy::FixedPoint numbers{dsne::run::moved_bound(seen), sites.size()};
  Matrix landmarks = dsne::run::first_landmarks(variances, choices.ConsumeIntegralInRange(4, 12));
  for (int round = 0; round < 3; ++round) {
    dsne::privacy::Words sum(static_cast<std::size_t>(landmarks.size()));
    for (const Matrix& site : sites) {
      dsne::privacy::add(sum, numbers.from_matrix(dsne::run::mmd_answer(
                                  site, landmarks, variances, parameters, secret_source)));
    }
    const Matrix mean = numbers.to_matrix(sum, landmarks.rows(), landmarks.cols()) / 2;
    landmarks = dsne::run::moved_landmarks(landmarks, mean, parameters);
    require(landmarks.allFinite());
  }
}
