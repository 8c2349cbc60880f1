#include "summary/covariates.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/errors.h"
#include "data/quantile.h"
#include "summary/check.h"
#include "summary/making.h"
#include "summary/noise.h"
#include "summary/subjects.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;
using Groups = std::vector<privacy::GroupRows>;

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

/// Covariates are limited to this many standard deviations from the median, as measures are.
constexpr double covariate_limit = 3;

/// Below this share of the largest, what a covariate adds to the others is rounding.
constexpr double least_part = 1e-6;

bool has_two_words(const std::string& name) { return covariate_base(name) != name; }

/// Records' numbers joined to one for each person: the mean of what is there.
std::map<std::string, std::vector<double>> of_persons(
    const Kept& kept, const Records& records, const std::vector<const Covariate*>& columns) {
  std::map<std::string, std::vector<double>> sums;
  std::map<std::string, std::vector<double>> counts;
  const Names& persons = records.persons;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const std::string hash = person_hash(kept, persons[i]);
    std::vector<double>& sum = sums.try_emplace(hash, columns.size(), 0).first->second;
    std::vector<double>& count = counts.try_emplace(hash, columns.size(), 0).first->second;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const double value = columns[c]->values[i];
      if (std::isnan(value)) continue;
      sum[c] += value;
      ++count[c];
    }
  }
  for (auto& [hash, sum] : sums) {
    const std::vector<double>& count = counts.at(hash);
    for (std::size_t c = 0; c < sum.size(); ++c) {
      sum[c] = count[c] > 0 ? sum[c] / count[c] : missing_value;
    }
  }
  return sums;
}

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

std::vector<double> present(const Vector& column) {
  std::vector<double> values;
  std::copy_if(column.begin(), column.end(), std::back_inserter(values),
               [](double value) { return !std::isnan(value); });
  std::sort(values.begin(), values.end());
  return values;
}

InputError unfit(const std::string& name, const std::string& why) {
  return InputError("covariate " + covariate_base(name) + ": " + why +
                    "; take it out of covariates in the settings");
}

/// The scale of one covariate by the persons of the summary's rows.
CovariateScale scale_of(const std::string& name, const Vector& column, Index least) {
  const std::vector<double> values = present(column);
  if (std::ssize(values) < 2 * least) {
    throw unfit(name, "fewer than " + std::to_string(2 * least) + " persons have a value");
  }
  CovariateScale scale{name, data::quantile(values, 0.5), values.front(), values.back(), 0};
  if (has_two_words(name)) {
    const auto ones = std::count_if(values.begin(), values.end(), [](double v) { return v > 0.5; });
    if (std::min(ones, std::ssize(values) - ones) < least) {
      throw unfit(name,
                  "one of its two words is of fewer than " + std::to_string(least) + " persons");
    }
    // A median between two words would be a third.
    scale.median = scale.median > 0.5 ? 1 : 0;
  } else {
    const double deviation = (data::quantile(values, 0.75) - data::quantile(values, 0.25)) /
                             data::normal_interquartile_range;
    if (!(deviation > 0)) throw unfit(name, "half of the persons share a value");
    scale.low = std::max(scale.low, scale.median - covariate_limit * deviation);
    scale.high = std::min(scale.high, scale.median + covariate_limit * deviation);
  }
  return scale;
}

double on_scale(double value, const CovariateScale& scale) {
  return std::isnan(value) ? scale.median : std::clamp(value, scale.low, scale.high);
}

Matrix rounded_to(Matrix values, const std::vector<CovariateScale>& scales) {
  Scale scale;
  scale.steps.resize(values.cols());
  for (Index c = 0; c < values.cols(); ++c) {
    scale.steps(c) = scales[static_cast<std::size_t>(c)].step;
  }
  return rounded(std::move(values), scale);
}

/// The covariates of these persons, whose limited values are kept.
Matrix taken(Kept& kept, const std::map<std::string, std::vector<double>>& persons,
             const Names& hashes) {
  Matrix values(std::ssize(hashes), std::ssize(kept.covariates));
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    std::vector<double>& own = kept.covariates_of[hashes[i]];
    own = persons.at(hashes[i]);
    for (std::size_t c = 0; c < own.size(); ++c) {
      own[c] = on_scale(own[c], kept.covariates[c]);
      values(static_cast<Index>(i), static_cast<Index>(c)) = own[c];
    }
  }
  return values;
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
  slopes +=
      errors * noise_like(response - away * slopes, covariates.rows() - 1 - count, count, source);
  return slopes.unaryExpr(&two_digits);
}

/// The persons' measures in units, limited as the rows' are: the means of their records.
Matrix measures_of(const Kept& kept, const Records& records, const Names& hashes) {
  const Matrix points = on_scale(measures_on(records, kept.scale), kept.scale);
  std::map<std::string, privacy::GroupRows> rows;
  const Names& persons = records.persons;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    rows[person_hash(kept, persons[i])].push_back(static_cast<Index>(i));
  }
  Matrix means(std::ssize(hashes), points.cols());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    means.row(static_cast<Index>(i)) = points(rows.at(hashes[i]), Eigen::all).colwise().mean();
  }
  return in_units(std::move(means), kept.scale);
}

}  // namespace

SiteSummary with_covariates(SiteSummary site, const Records& records,
                            privacy::RandomSource& source) {
  Kept& kept = site.kept;
  if (!kept.covariates.empty()) {
    throw InputError("the summary has covariates, which are added once");
  }
  if (kept.scale.array) throw InputError("covariates need a table of measures");
  std::vector<const Covariate*> columns;
  for (const Covariate& covariate : records.covariates) columns.push_back(&covariate);
  const auto persons = of_persons(kept, records, columns);
  const Members members = members_of(kept.rows);
  Matrix raw(std::ssize(members.hashes), std::ssize(columns));
  for (std::size_t i = 0; i < members.hashes.size(); ++i) {
    const auto found = persons.find(members.hashes[i]);
    if (found == persons.end()) {
      throw InputError("a subject of the summary is not among the data with the covariates");
    }
    raw.row(static_cast<Index>(i)) =
        Eigen::Map<const RowVector>(found->second.data(), std::ssize(columns));
  }
  if (raw.rows() < kept.least * (raw.cols() + 1)) {
    throw InputError("the covariates are too many: each takes " + std::to_string(kept.least) +
                     " persons, and so do the measures' means");
  }
  Covariates& told = site.summary.covariates;
  for (Index c = 0; c < raw.cols(); ++c) {
    told.names.push_back(columns[static_cast<std::size_t>(c)]->name);
    kept.covariates.push_back(scale_of(told.names.back(), raw.col(c), kept.least));
  }
  const Matrix values = taken(kept, persons, members.hashes);
  for (Index c = 0; c < values.cols(); ++c) {
    kept.covariates[static_cast<std::size_t>(c)].step = step_of(values.col(c));
  }
  told.means =
      rounded_to(noisy_means(values, members.rows, kept.least, source).means, kept.covariates);
  told.spread = spread_within(values, members.rows);
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
  std::vector<const Covariate*> columns;
  for (const CovariateScale& scale : kept.covariates) {
    const auto found =
        std::find_if(records.covariates.begin(), records.covariates.end(),
                     [&](const Covariate& covariate) { return covariate.name == scale.name; });
    if (found == records.covariates.end()) {
      throw InputError("the newcomers' data lack a covariate of the summary, or have other words");
    }
    columns.push_back(&*found);
  }
  const Members members = members_of(rows);
  const Matrix values = taken(kept, of_persons(kept, records, columns), members.hashes);
  return rounded_to(noisy_means(values, members.rows, kept.least, source).means, kept.covariates);
}

}  // namespace dsne::summary
