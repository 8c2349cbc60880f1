#include "summary/effects.h"

#include <algorithm>
#include <map>

#include "core/errors.h"
#include "core/matrix.h"
#include "summary/covariates.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr double least_spread = 0.05;  ///< of the common one
constexpr double least_left = 0.05;    ///< of a measure's variance

/// The column of each common covariate in a summary.
std::vector<Index> columns_of(const CommonCovariates& common, const Summary& summary) {
  const Names& own = summary.covariates.names;
  std::vector<Index> columns;
  for (const std::string& name : common.names) {
    columns.push_back(std::find(own.begin(), own.end(), name) - own.begin());
  }
  return columns;
}

RowVector spread_of(const CommonCovariates& common, const Summary& summary) {
  return summary.covariates.spread(columns_of(common, summary));
}

/// The covariance of the common covariates over a site's subjects. Within rows they are taken for
/// independent.
Matrix covariance_of(const CommonCovariates& common, const Summary& summary) {
  const Matrix values = values_of(common, summary);
  const Matrix away = values.rowwise() - weighted_mean(values, summary.subjects);
  Matrix covariance =
      away.transpose() * summary.subjects.asDiagonal() * away / summary.subjects.sum();
  covariance.diagonal() += spread_of(common, summary).cwiseAbs2().transpose();
  return covariance;
}

/// The names that each covariate has, by its base, and how many summaries have it.
std::map<std::string, Names> names_by_base(const std::vector<Summary>& summaries) {
  std::map<std::string, Names> names;
  for (const Summary& summary : summaries) {
    for (const std::string& name : summary.covariates.names) {
      names[covariate_base(name)].push_back(name);
    }
  }
  return names;
}

/// Returns what is left of each measure's variance, at least a twentieth of it.
RowVector left_variance(const RowVector& variance, const RowVector& explained) {
  return (variance - explained).cwiseMax(least_left * variance);
}

}  // namespace

Matrix CommonCovariates::explained(const Matrix& values) const {
  return (values.rowwise() - middle) * slopes;
}

Matrix CommonCovariates::explained(const Summary& summary) const {
  if (names.empty()) return Matrix::Zero(summary.means.rows(), summary.means.cols());
  return explained(values_of(*this, summary));
}

CommonCovariates common_covariates(const std::vector<Summary>& summaries) {
  CommonCovariates common;
  for (const auto& [base, names] : names_by_base(summaries)) {
    if (names.size() < summaries.size()) {
      common.left_out.push_back(base);
      continue;
    }
    if (std::count(names.begin(), names.end(), names.front()) != std::ssize(names)) {
      throw InputError("the summaries tell covariate " + base +
                       " by different words or numbers: take it out of covariates in the settings "
                       "of the sites whose words are not the others'");
    }
    common.names.push_back(names.front());
  }
  const Index count = std::ssize(common.names);
  if (count == 0) return common;
  common.middle = RowVector::Zero(count);
  common.slopes = Matrix::Zero(count, summaries.front().means.cols());
  Vector weights = Vector::Zero(count);
  double subjects = 0;
  for (const Summary& summary : summaries) {
    const double all = summary.subjects.sum();
    const Vector weight = all * covariance_of(common, summary).diagonal();
    common.middle += all * weighted_mean(values_of(common, summary), summary.subjects);
    common.slopes += weight.asDiagonal() *
                     summary.covariates.slopes(columns_of(common, summary), Eigen::all).eval();
    subjects += all;
    weights += weight;
  }
  common.middle /= subjects;
  for (Index c = 0; c < count; ++c) {
    if (weights(c) > 0) common.slopes.row(c) /= weights(c);
  }
  return common;
}

Matrix values_of(const CommonCovariates& common, const Summary& summary) {
  return summary.covariates.means(Eigen::all, columns_of(common, summary));
}

Summary adjusted(Summary summary, const CommonCovariates& common) {
  if (common.names.empty()) return summary;
  const Matrix explained = common.explained(summary);
  summary.means -= explained.rowwise() - weighted_mean(explained, summary.subjects);
  const RowVector within = spread_of(common, summary).cwiseAbs2() * common.slopes.cwiseAbs2();
  summary.spread = left_variance(summary.spread.cwiseAbs2(), within).cwiseSqrt();
  return summary;
}

SiteEffect effect_of(const Summary& summary, const CommonCovariates& covariates) {
  const RowVector mean = weighted_mean(summary.means, summary.subjects);
  const Matrix deviations = summary.means.rowwise() - mean;
  const RowVector variance =
      weighted_mean(deviations.cwiseAbs2(), summary.subjects) + summary.spread.cwiseAbs2();
  if (covariates.names.empty()) return {mean, variance.cwiseSqrt()};
  const Matrix& slopes = covariates.slopes;
  const RowVector explained =
      slopes.cwiseProduct(covariance_of(covariates, summary) * slopes).colwise().sum();
  return {mean - weighted_mean(covariates.explained(summary), summary.subjects),
          left_variance(variance, explained).cwiseSqrt()};
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

RowVector factor_of(const SiteEffect& own, const SiteEffect& common) {
  const RowVector spread = own.spread.cwiseMax(least_spread * common.spread);
  return (spread.array() > 0).select(common.spread.cwiseQuotient(spread), 1);
}

Matrix harmonized(const Matrix& points, const SiteEffect& own, const SiteEffect& common) {
  const Matrix deviations = points.rowwise() - own.location;
  return (deviations.array().rowwise() * factor_of(own, common).array()).matrix().rowwise() +
         common.location;
}

Summary harmonized(Summary summary, const SiteEffect& own, const SiteEffect& common,
                   const CommonCovariates& covariates) {
  const Matrix kept = covariates.explained(summary);
  summary.means = harmonized(summary.means - kept, own, common) + kept;
  summary.spread = summary.spread.array() * factor_of(own, common).array();
  return summary;
}

}  // namespace dsne::summary
