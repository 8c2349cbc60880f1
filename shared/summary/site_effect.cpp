#include "summary/site_effect.h"

#include <cstddef>
#include <utility>

#include "core/weighted_mean.h"

namespace dsne::summary {
namespace {

constexpr double least_spread = 0.05;  // of the common one

}  // namespace

RowVector factor_of(const SiteEffect& own, const SiteEffect& common) {
  const auto least = least_spread * common.spread.array();
  const auto spread = own.spread.array().max(least);
  return (spread > 0).select(common.spread.array() / spread, 1);
}

SiteEffect effect_of(const Summary& summary) {
  const RowVector mean = weighted_mean(summary.means, summary.subjects);
  const Matrix deviations = summary.means.rowwise() - mean;
  const RowVector between = weighted_mean(deviations.cwiseAbs2(), summary.subjects);
  return {mean, (between.array() + summary.spread.array().square()).sqrt()};
}

SiteEffect effect_of(const Summary& summary, const CommonCovariates& covariates) {
  SiteEffect effect = effect_of(summary);
  if (covariates.names.empty()) return effect;
  const Matrix explained = covariates.explained(values_of(covariates, summary));
  effect.location -= weighted_mean(explained, summary.subjects);
  effect.spread =
      left_variance(effect.spread.cwiseAbs2(), explained_variance(covariates, summary)).cwiseSqrt();
  return effect;
}

SiteEffect effect_of(const Matrix& points) {
  if (points.rows() == 0) {
    return {RowVector::Zero(points.cols()), RowVector::Zero(points.cols())};
  }
  const RowVector mean = points.colwise().mean();
  const Matrix deviations = points.rowwise() - mean;
  return {mean, deviations.array().square().colwise().mean().sqrt()};
}

SiteEffect common_effect(const std::vector<SiteEffect>& effects,
                         const std::vector<double>& weights) {
  SiteEffect common{RowVector::Zero(effects.front().location.size()),
                    RowVector::Zero(effects.front().spread.size())};
  double all = 0;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    common.location += weights[i] * effects[i].location;
    common.spread += weights[i] * effects[i].spread;
    all += weights[i];
  }
  return {common.location / all, common.spread / all};
}

Matrix harmonized(const Matrix& points, const SiteEffect& own, const SiteEffect& common) {
  const Matrix deviations = points.rowwise() - own.location;
  return (deviations.array().rowwise() * factor_of(own, common).array()).matrix().rowwise() +
         common.location;
}

Summary harmonized(Summary summary, const SiteEffect& own, const SiteEffect& common,
                   const CommonCovariates& covariates) {
  Matrix kept = Matrix::Zero(summary.means.rows(), summary.means.cols());
  if (!covariates.names.empty()) kept = covariates.explained(values_of(covariates, summary));
  summary.means = harmonized(summary.means - kept, own, common) + kept;
  summary.spread = summary.spread.array() * factor_of(own, common).array();
  return summary;
}

}  // namespace dsne::summary
