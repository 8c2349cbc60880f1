#include "run/preprocessing.h"

#include <limits>

#include "core/errors.h"
#include "data/missing.h"
#include "run/treatment.h"

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

Matrix apply(const Preprocessing& preprocessing, const Matrix& points) {
  const Matrix scaled = scaled_points(preprocessing.scaling, points);
  return preprocessing.pca ? data::project(*preprocessing.pca, scaled) : scaled;
}

Matrix apply(const Preprocessing& preprocessing, const Matrix& points,
             const data::SiteEffect& effect) {
  const Matrix harmonized = data::without_effect(points, preprocessing.scaling, effect);
  return preprocessing.pca ? data::project(*preprocessing.pca, harmonized) : harmonized;
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
  const data::Harmonization kind = harmonization(parameters);
  groups.means = kind == data::Harmonization::none
                     ? apply(preprocessing, data::filled(groups.means, fill))
                     : apply(preprocessing, groups.means, data::site_effect(known, scaling, kind));
  return groups;
}

}  // namespace dsne::run
