// Given references that three sites of hostile numbers extend for what they lack.

#include <algorithm>

#include "data/table.h"
#include "federated/reference/learned_reference.h"
#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "unit/federated/extending.h"

using dsne::Matrix;

namespace {

Matrix some_points(Eigen::Index features, FuzzedDataProvider& choices) {
  const Matrix values =
      fuzz::hostile_points(choices.ConsumeIntegralInRange(1, 60), features, choices);
  return values.unaryExpr([](double value) {
    if (value != value) return 0.0;
    return std::clamp(value, -dsne::data::largest_value, dsne::data::largest_value);
  });
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  dsne::federated::Parameters parameters;
  parameters.least_members = choices.ConsumeIntegralInRange(1, 6);
  parameters.landmarks = choices.ConsumeIntegralInRange(4, 20);
  const Eigen::Index features = choices.ConsumeIntegralInRange(1, 10);
  const Matrix reference = some_points(features, choices);
  std::vector<Matrix> sites;
  for (int site = 0; site < 3; ++site) {
    Matrix own = some_points(features, choices);
    if (choices.ConsumeBool()) own.array() += choices.ConsumeIntegralInRange(-40, 40);
    sites.push_back(std::move(own));
  }
  attempt([&] {
    Extending extending(reference, sites, parameters);
    const auto added = extending.extend();
    if (!added) return;
    require(added->landmarks.allFinite());
    require(added->members.minCoeff() >= parameters.least_members);
    for (std::size_t site = 0; site < sites.size(); ++site) extending.at(site).check(*added);
  });
}
