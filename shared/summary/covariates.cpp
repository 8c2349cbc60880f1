#include "summary/covariates.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/errors.h"
#include "data/missing.h"
#include "summary/known_persons.h"
#include "summary/making.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;
using Groups = std::vector<privacy::GroupRows>;

/// Covariates are limited to this many standard deviations from the median, as measures are.
constexpr double covariate_limit = 3;

/// Below this share of the largest, what a covariate adds to the others is rounding.
constexpr double least_part = 1e-6;

bool has_two_words(const std::string& name) { return covariate_base(name) != name; }

/// Persons of rows, as subjects one after the other, and which of these is in which row.
struct Members {
  Names hashes;
  Groups rows;
};

Members members_of(const std::vector<Names>& rows) {
  Members members;
  for (const Names& row : rows) {
    privacy::GroupRows& group = members.rows.emplace_back();
    for (const std::string& hash : row) {
      group.push_back(std::ssize(members.hashes));
      members.hashes.push_back(hash);
    }
  }
  return members;
}

/// A column per covariate.
Matrix matrix_of(const std::vector<Covariate>& covariates, Index records) {
  Matrix values(records, std::ssize(covariates));
  for (std::size_t c = 0; c < covariates.size(); ++c) {
    values.col(static_cast<Index>(c)) =
        Eigen::Map<const Vector>(covariates[c].values.data(), records);
  }
  return values;
}

/// The mean of each of these persons' records over the values that are there, NaN without any.
/// @param values records × columns
Matrix means_of(const Kept& kept, const Records& records, const Matrix& values,
                const Names& hashes) {
  const PersonHasher hash_of(kept);
  std::map<std::string, privacy::GroupRows> rows;
  for (std::size_t i = 0; i < records.persons.size(); ++i) {
    rows[hash_of(records.persons[i])].push_back(static_cast<Index>(i));
  }
  Matrix means(std::ssize(hashes), values.cols());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const auto found = rows.find(hashes[i]);
    if (found == rows.end()) {
      throw InputError("a subject of the summary is not among the data with the covariates");
    }
    const Matrix own = values(found->second, Eigen::all);
    for (Index c = 0; c < own.cols(); ++c) {
      const std::vector<double> present = data::present_values(own, c);
      means(static_cast<Index>(i), c) = std::accumulate(present.begin(), present.end(), 0.0) /
                                        static_cast<double>(present.size());
    }
  }
  return means;
}

InputError unusable(const std::string& name, const std::string& why) {
  return InputError("covariate " + covariate_base(name) + ": " + why +
                    "; take it out of covariates in the settings");
}

/// The scale of one covariate.
/// @param values of the persons of the summary's rows who have one, in rising order
CovariateScale scale_of(const std::string& name, const std::vector<double>& values, Index least) {
  if (std::ssize(values) < 2 * least) {
    throw unusable(name, "fewer than " + std::to_string(2 * least) + " persons have a value");
  }
  CovariateScale scale{name, data::quantile(values, 0.5), values.front(), values.back(), 0};
  if (has_two_words(name)) {
    const auto ones = std::count_if(values.begin(), values.end(), [](double v) { return v > 0.5; });
    if (std::min(ones, std::ssize(values) - ones) < least) {
      throw unusable(name,
                     "one of its two words is of fewer than " + std::to_string(least) + " persons");
    }
    // A median between two words would be a third.
    scale.median = scale.median > 0.5 ? 1 : 0;
  } else {
    const double deviation = data::interquartile_deviation(values);
    if (!(deviation > 0)) throw unusable(name, "half of the persons share a value");
    scale.low = std::max(scale.low, scale.median - covariate_limit * deviation);
    scale.high = std::min(scale.high, scale.median + covariate_limit * deviation);
  }
  return scale;
}

/// Limits the persons' covariates to the scale, and keeps them.
Matrix limited(Kept& kept, Matrix values, const Names& hashes) {
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    auto row = values.row(static_cast<Index>(i));
    for (Index c = 0; c < row.size(); ++c) {
      const CovariateScale& scale = kept.covariates[static_cast<std::size_t>(c)];
      row(c) = std::isnan(row(c)) ? scale.median : std::clamp(row(c), scale.low, scale.high);
    }
    kept.covariates_of[hashes[i]].assign(row.begin(), row.end());
  }
  return values;
}

/// The rows' means, with noise and rounded.
Matrix told_means(const Kept& kept, const Matrix& values, const Groups& rows,
                  privacy::RandomSource& source) {
  RowVector steps(values.cols());
  for (Index c = 0; c < steps.size(); ++c) {
    steps(c) = kept.covariates[static_cast<std::size_t>(c)].step;
  }
  return rounded(noisy_means(values, rows, {lenient_evidence(values.rows())}, source).means, steps);
}

/// Each measure's slopes by least squares, with noise of their standard error, two digits.
/// @param covariates subjects × covariates; @param measures subjects × measures, in units
Matrix noisy_slopes(const Matrix& covariates, const Matrix& measures,
                    privacy::RandomSource& source) {
  const Matrix away = covariates.rowwise() - covariates.colwise().mean();
  const Matrix response = measures.rowwise() - measures.colwise().mean();
  const RowVector sizes = away.colwise().norm();
  const Eigen::HouseholderQR<Eigen::MatrixXd> factors(away.array().rowwise() / sizes.array());
  const Index count = covariates.cols();
  const Eigen::MatrixXd upper = factors.matrixQR().topRows(count);
  if (!(upper.diagonal().cwiseAbs().minCoeff() > least_part)) {
    throw InputError("the covariates depend on each other: take one out of the settings");
  }
  Matrix slopes = factors.solve(response).array().colwise() / sizes.transpose().array();
  // (XᵀX)⁻¹ is the product of this with its transpose.
  const Matrix errors = upper.triangularView<Eigen::Upper>()
                            .solve(Eigen::MatrixXd::Identity(count, count))
                            .array()
                            .colwise() /
                        sizes.transpose().array();
  slopes += errors * noise_like(response - away * slopes, covariates.rows() - 1 - count,
                                {lenient_evidence(covariates.rows())}, count, source);
  return slopes.unaryExpr(&two_digits);
}

/// The persons' measures in units, limited as the rows' are.
Matrix measures_of(const Kept& kept, const Records& records, const Names& hashes) {
  const Matrix points = on_scale(measures_on(records, kept.scale), kept.scale);
  return in_units(means_of(kept, records, points, hashes), kept.scale);
}

}  // namespace

SiteSummary with_covariates(SiteSummary site, const Records& records,
                            privacy::RandomSource& source) {
  Kept& kept = site.kept;
  if (!kept.covariates.empty()) {
    throw InputError("the summary has covariates, which are added once");
  }
  if (kept.scale.array) throw InputError("covariates need a table of measures");
  const Members members = members_of(kept.rows);
  const Matrix values_of_records = matrix_of(records.covariates, std::ssize(records.persons));
  const Matrix raw = means_of(kept, records, values_of_records, members.hashes);
  if (raw.rows() < kept.least * (raw.cols() + 1)) {
    throw InputError("the covariates are too many: each takes " + std::to_string(kept.least) +
                     " persons, and so do the measures' means");
  }
  Covariates& told = site.summary.covariates;
  for (Index c = 0; c < raw.cols(); ++c) {
    told.names.push_back(records.covariates[static_cast<std::size_t>(c)].name);
    kept.covariates.push_back(scale_of(told.names.back(), data::sorted_values(raw, c), kept.least));
  }
  const Matrix values = limited(kept, raw, members.hashes);
  told.spread = noisy_spread(values, members.rows, false, source);
  for (Index c = 0; c < values.cols(); ++c) {
    kept.covariates[static_cast<std::size_t>(c)].step = step_of(told.spread(c));
  }
  told.means = told_means(kept, values, members.rows, source);
  told.slopes = noisy_slopes(values, measures_of(kept, records, members.hashes), source);
  return site;
}

Summary with_covariates_named(Summary summary, const Names& bases) {
  const Covariates all = std::exchange(summary.covariates, {});
  std::vector<Index> chosen;
  for (std::size_t c = 0; c < all.names.size(); ++c) {
    const std::string base = covariate_base(all.names[c]);
    if (std::find(bases.begin(), bases.end(), base) == bases.end()) continue;
    chosen.push_back(static_cast<Index>(c));
    summary.covariates.names.push_back(all.names[c]);
  }
  if (chosen.empty()) return summary;
  summary.covariates.means = all.means(Eigen::all, chosen);
  summary.covariates.spread = all.spread(chosen);
  summary.covariates.slopes = all.slopes(chosen, Eigen::all);
  return summary;
}

Matrix covariates_of_newcomers(Kept& kept, const Records& records, const std::vector<Names>& rows,
                               privacy::RandomSource& source) {
  std::vector<Covariate> columns;
  for (const CovariateScale& scale : kept.covariates) {
    const auto found = std::ranges::find(records.covariates, scale.name, &Covariate::name);
    if (found == records.covariates.end()) {
      throw InputError("the newcomers' data lack a covariate of the summary, or have other words");
    }
    columns.push_back(*found);
  }
  const Members members = members_of(rows);
  const Matrix values = matrix_of(columns, std::ssize(records.persons));
  const Matrix raw = means_of(kept, records, values, members.hashes);
  return told_means(kept, limited(kept, raw, members.hashes), members.rows, source);
}

}  // namespace dsne::summary
