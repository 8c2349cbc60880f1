#include "federated/reference/learned_preprocessing.h"

#include <algorithm>
#include <string>

#include "core/errors.h"
#include "federated/method.h"
#include "federated/reference/private_reference.h"
#include "tsne/initialization.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// A smaller share of a feature's mean is rounding error, not spread.
constexpr double min_share = 1e-12;

/// Less spread than this in all could not be written in fixed point.
constexpr double min_total = 1e-200;

/// A feature's spread by what the kind goes by.
double deviation_of(const FeatureSums& sums, data::Normalization kind, Index feature) {
  return std::sqrt(kind == data::Normalization::robust ? sums.spreads(feature)
                                                       : sums.squares(feature) / sums.subjects);
}

}  // namespace

data::Scaling learned_scaling(const FeatureSums& sums, data::Normalization kind) {
  data::Scaling scaling{kind, RowVector::Zero(sums.mean.size()), RowVector::Ones(sums.mean.size())};
  scaling.limit = data::limit_of(kind);
  const bool scales = kind == data::Normalization::robust || kind == data::Normalization::zscore;
  bool spread = false;
  for (Index f = 0; f < sums.mean.size(); ++f) {
    const double deviation = deviation_of(sums, kind, f);
    const bool flat = !(deviation > min_share * std::abs(sums.mean(f)));
    spread = spread || !flat;
    if (!scales) continue;
    scaling.centre(f) = sums.mean(f);
    if (flat) {
      scaling.without_spread.push_back(f);
    } else {
      scaling.scale(f) = deviation;
    }
  }
  if (!spread || !(total_squares(sums, scaling) > min_total)) {
    throw InputError(kind == data::Normalization::robust
                         ? "no feature spreads in the middle half of its values at sites of at "
                           "least 12 subjects, as normalization robust needs"
                         : "the subjects of all sites have the same data");
  }
  return scaling;
}

RowVector scaled_mean(const FeatureSums& sums, const data::Scaling& scaling) {
  return (sums.mean - scaling.centre).array() / scaling.scale.array();
}

double total_squares(const FeatureSums& sums, const data::Scaling& scaling) {
  if (scaling.kind == data::Normalization::robust) {
    const auto features = sums.mean.size() - std::ssize(scaling.without_spread);
    return sums.subjects * static_cast<double>(features) * scaling.limit * scaling.limit;
  }
  return (sums.squares.array() / scaling.scale.array().square()).sum();
}

Preprocessing learned_preprocessing(const FeatureSums& sums, data::Normalization kind,
                                    const Matrix& components, const Vector& variances) {
  Preprocessing preprocessing;
  preprocessing.scaling = learned_scaling(sums, kind);
  preprocessing.pca = data::Pca{scaled_mean(sums, preprocessing.scaling), components, variances};
  return preprocessing;
}

void check_learnable(const Parameters& parameters, const Treatment& treatment, Index features) {
  if (is_private_reference(parameters)) return;
  if (privacy_plan(parameters)) {
    throw InputError("method " + parameters.method +
                     " needs a reference: without reference_epsilon no guarantee covers what a run "
                     "learns one from");
  }
  if (treatment.normalization == data::Normalization::row_max &&
      treatment.missing == data::Missing::impute) {
    throw InputError("normalization row_max with missing impute needs a reference");
  }
  // Sums of harmonized values need a public bound, which only limited ones have.
  if (harmonization(parameters) != data::Harmonization::none &&
      treatment.normalization != data::Normalization::robust) {
    throw InputError(
        "a run that learns its reference takes harmonization with normalization robust alone");
  }
  if (wanted_components(parameters, features) > most_learned_components) {
    throw InputError("a run that learns its reference takes initial_dims from 1 to " +
                     std::to_string(most_learned_components));
  }
}

Index wanted_components(const Parameters& parameters, Index features) {
  return parameters.initial_dims > 0 ? std::min<Index>(parameters.initial_dims, features)
                                     : features;
}

Matrix public_basis(Index features, Index width) {
  constexpr std::uint64_t seed = 1;
  if (width == features) return Matrix::Identity(features, features);
  return data::orthonormal(tsne::random_coordinates(features, width, 1, seed));
}

}  // namespace dsne::federated
