#include "federated/learned_preprocessing.h"

#include <algorithm>
#include <string>

#include "core/errors.h"
#include "federated/method.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// A smaller share of a feature's mean is rounding error, not spread.
constexpr double min_share = 1e-12;

/// Less spread than this in all could not be written in fixed point.
constexpr double min_total = 1e-200;

/// Landmarks in more dimensions would be large sums over few subjects.
constexpr Index most_components = 100;

}  // namespace

data::Scaling learned_scaling(const FeatureSums& sums, data::Normalization kind) {
  data::Scaling scaling{kind, RowVector::Zero(sums.mean.size()), RowVector::Ones(sums.mean.size())};
  const bool robust = kind == data::Normalization::robust;
  bool spread = false;
  for (Index f = 0; f < sums.mean.size(); ++f) {
    const double smallest = min_share * std::abs(sums.mean(f));
    const double deviation = std::sqrt(sums.squares(f) / sums.subjects);
    const bool flat = !(deviation > smallest);
    spread = spread || !flat;
    if (!robust && kind != data::Normalization::zscore) continue;
    const double middle = robust ? std::sqrt(sums.spreads(f)) : 0;
    const bool by_middle = middle > smallest;
    scaling.centre(f) = by_middle ? sums.middles(f) : sums.mean(f);
    if (flat) {
      scaling.without_spread.push_back(f);
    } else {
      scaling.scale(f) = by_middle ? middle : deviation;
    }
  }
  if (!spread || !(total_squares(sums, scaling) > min_total)) {
    throw InputError("the subjects of all sites have the same data");
  }
  return scaling;
}

RowVector scaled_mean(const FeatureSums& sums, const data::Scaling& scaling) {
  return (sums.mean - scaling.centre).array() / scaling.scale.array();
}

double total_squares(const FeatureSums& sums, const data::Scaling& scaling) {
  return (sums.squares.array() / scaling.scale.array().square()).sum();
}

Preprocessing learned_preprocessing(const FeatureSums& sums, data::Normalization kind,
                                    const Matrix& components, const Vector& variances) {
  Preprocessing preprocessing;
  preprocessing.scaling = learned_scaling(sums, kind);
  preprocessing.pca = data::Pca{scaled_mean(sums, preprocessing.scaling), components, variances};
  return preprocessing;
}

void check_learnable(const Parameters& parameters, Index features) {
  if (privacy_plan(parameters)) {
    throw InputError("method " + parameters.method +
                     " needs a reference: no guarantee covers what a run learns one from");
  }
  if (parameters.normalization == data::Normalization::row_max &&
      parameters.missing == data::Missing::impute) {
    throw InputError("normalization row_max with missing impute needs a reference");
  }
  if (wanted_components(parameters, features) > most_components) {
    throw InputError("a run that learns its reference takes initial_dims from 1 to " +
                     std::to_string(most_components));
  }
}

Index wanted_components(const Parameters& parameters, Index features) {
  return parameters.initial_dims > 0 ? std::min<Index>(parameters.initial_dims, features)
                                     : features;
}

}  // namespace dsne::federated
