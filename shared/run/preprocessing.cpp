#include "run/preprocessing.h"

#include <limits>

#include "core/errors.h"
#include "data/missing.h"
#include "data/names/measure_names.h"
#include "methods/method.h"

namespace dsne::run {
namespace {

[[noreturn]] void refuse_equal_points() {
  throw InputError("the reference's points (without a reference, all points) are the same");
}

using Eigen::Index;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Returns the subjects as affinities would see them if they were the reference.
Matrix in_own_units(const Matrix& values, data::Normalization kind, Index dimensions) {
  Matrix scaled = scaled_points(data::fit_scaling(values, kind), values);
  if (dimensions == 0 || dimensions >= scaled.cols() || scaled.rows() < 2) return scaled;
  return data::project(data::fit_pca(scaled, dimensions), scaled);
}

}  // namespace

Treatment treatment(const methods::Parameters& parameters,
                    const std::vector<std::string>& features) {
  const bool quality = data::are_quality_measures(features);
  Treatment result;
  result.normalization = parameters.normalization.value_or(quality ? data::Normalization::robust
                                                                   : data::Normalization::none);
  const bool fills = methods::privacy_plan(parameters) ||
                     (quality && result.normalization != data::Normalization::row_max);
  result.missing =
      parameters.missing.value_or(fills ? data::Missing::impute : data::Missing::error);
  return result;
}

data::Harmonization harmonization(const methods::Parameters& parameters) {
  return methods::privacy_plan(parameters)
             ? data::Harmonization::none
             : parameters.harmonization.value_or(data::Harmonization::none);
}

bool harmonizes_map(const methods::Parameters& parameters,
                    const std::vector<std::string>& measures) {
  if (!parameters.harmonization) return data::are_quality_measures(measures);
  return *parameters.harmonization == data::Harmonization::site && !measures.empty();
}

void check_harmonization(const methods::Parameters& parameters, const Treatment& treatment) {
  const bool has_units = treatment.normalization == data::Normalization::robust ||
                         treatment.normalization == data::Normalization::zscore;
  if (harmonization(parameters) == data::Harmonization::none || has_units) return;
  throw InputError("parameter harmonization needs normalization robust or zscore");
}

Json to_json(const Treatment& treatment) {
  methods::Parameters parameters;
  parameters.normalization = treatment.normalization;
  parameters.missing = treatment.missing;
  const Json all = to_json(parameters);
  return {{"normalization", all["normalization"]}, {"missing", all["missing"]}};
}

Matrix scaled_points(const data::Scaling& scaling, const Matrix& points) {
  Matrix scaled = data::apply(scaling, points);
  for (const Eigen::Index feature : scaling.without_spread) {
    scaled.col(feature).setZero();
  }
  return scaled;
}

Preprocessing fit_preprocessing(const data::Reference& reference,
                                const methods::Parameters& parameters) {
  const Matrix& points = reference.values;
  Preprocessing preprocessing;
  preprocessing.scaling =
      data::fit_scaling(points, treatment(parameters, reference.features).normalization);
  if (std::ssize(preprocessing.scaling.without_spread) == points.cols()) refuse_equal_points();
  if (parameters.initial_dims > 0 && parameters.initial_dims < points.cols()) {
    preprocessing.pca =
        data::fit_pca(scaled_points(preprocessing.scaling, points), parameters.initial_dims);
    if (preprocessing.pca->components.cols() == 0) refuse_equal_points();
  }
  return preprocessing;
}

Matrix projected(const Preprocessing& preprocessing, const Matrix& scaled) {
  return preprocessing.pca ? data::project(*preprocessing.pca, scaled) : scaled;
}

Matrix apply(const Preprocessing& preprocessing, const Matrix& points) {
  return projected(preprocessing, scaled_points(preprocessing.scaling, points));
}

Matrix apply(const Preprocessing& preprocessing, const Matrix& points,
             const data::SiteEffect& effect) {
  return projected(preprocessing, data::without_effect(points, preprocessing.scaling, effect));
}

privacy::Groups grouped_subjects(const Matrix& values, const RowVector& fill,
                                 const Preprocessing& preprocessing,
                                 const methods::Parameters& parameters, Index least) {
  const data::Scaling& scaling = preprocessing.scaling;
  const RowVector medians = data::present_medians(values, least);
  const Matrix known =
      medians.array().isNaN().replicate(values.rows(), 1).select(not_a_number, values);
  const Matrix whole = data::filled(known, medians);
  const Matrix near = in_own_units(data::filled(whole, RowVector::Zero(whole.cols())), scaling.kind,
                                   parameters.initial_dims);
  privacy::Groups groups = privacy::averaged(whole, privacy::microaggregated(near, least));
  groups.means = harmonization(parameters) == data::Harmonization::none
                     ? apply(preprocessing, data::filled(groups.means, fill))
                     : apply(preprocessing, groups.means, data::site_effect(known, scaling));
  return groups;
}

}  // namespace dsne::run
