#include "run/preprocessing.h"

#include "core/errors.h"
#include "run/treatment.h"

namespace dsne::run {
namespace {

[[noreturn]] void refuse_equal_points() {
  throw InputError("the reference's points (without a reference, all points) are the same");
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

}  // namespace dsne::run
