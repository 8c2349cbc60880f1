#include "summary/common_covariates.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "core/errors.h"
#include "core/weighted_mean.h"
#include "summary/covariates.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

Index column_of(const Covariates& covariates, const std::string& name) {
  return std::find(covariates.names.begin(), covariates.names.end(), name) -
         covariates.names.begin();
}

RowVector spread_of(const CommonCovariates& common, const Summary& summary) {
  RowVector spread(std::ssize(common.names));
  for (Index c = 0; c < spread.size(); ++c) {
    spread(c) = summary.covariates.spread(
        column_of(summary.covariates, common.names[static_cast<std::size_t>(c)]));
  }
  return spread;
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

}  // namespace

Matrix CommonCovariates::explained(const Matrix& values) const {
  return (values.rowwise() - middle) * slopes;
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
    common.middle += all * weighted_mean(values_of(common, summary), summary.subjects);
    subjects += all;
    const Vector weight = all * covariance_of(common, summary).diagonal();
    for (Index c = 0; c < count; ++c) {
      common.slopes.row(c) +=
          weight(c) * summary.covariates.slopes.row(
                          column_of(summary.covariates, common.names[static_cast<std::size_t>(c)]));
    }
    weights += weight;
  }
  common.middle /= subjects;
  for (Index c = 0; c < count; ++c) {
    if (weights(c) > 0) common.slopes.row(c) /= weights(c);
  }
  return common;
}

Matrix values_of(const CommonCovariates& common, const Summary& summary) {
  Matrix values(summary.means.rows(), std::ssize(common.names));
  for (Index c = 0; c < values.cols(); ++c) {
    values.col(c) = summary.covariates.means.col(
        column_of(summary.covariates, common.names[static_cast<std::size_t>(c)]));
  }
  return values;
}

RowVector left_variance(const RowVector& variance, const RowVector& explained) {
  constexpr double least = 0.05;
  return (variance - explained).cwiseMax(least * variance);
}

RowVector explained_variance(const CommonCovariates& common, const Summary& summary) {
  const Matrix covariance = covariance_of(common, summary);
  return (common.slopes.array() * (covariance * common.slopes).array()).colwise().sum();
}

Summary adjusted(Summary summary, const CommonCovariates& common) {
  if (common.names.empty()) return summary;
  const Matrix explained = common.explained(values_of(common, summary));
  summary.means -= explained.rowwise() - weighted_mean(explained, summary.subjects);
  const RowVector within = spread_of(common, summary).cwiseAbs2() * common.slopes.cwiseAbs2();
  summary.spread = left_variance(summary.spread.cwiseAbs2(), within).cwiseSqrt();
  return summary;
}

}  // namespace dsne::summary
