#include "dsne/preprocessing.h"

#include "coinstac/errors.h"

namespace dsne {

Preprocessing fit_preprocessing(const Matrix& reference, const Parameters& parameters) {
  Preprocessing preprocessing;
  preprocessing.scaling = fit_scaling(reference, parameters.normalization);
  if (parameters.initial_dims > 0 && parameters.initial_dims < reference.cols()) {
    preprocessing.pca = fit_pca(apply(preprocessing.scaling, reference), parameters.initial_dims);
    if (preprocessing.pca->components.cols() == 0) {
      throw InputError("the reference's points (without a reference, all points) are the same");
    }
  }
  return preprocessing;
}

Matrix apply(const Preprocessing& preprocessing, const Matrix& points) {
  const Matrix scaled = apply(preprocessing.scaling, points);
  return preprocessing.pca ? project(*preprocessing.pca, scaled) : scaled;
}

Matrix held_out_points(const Preprocessing& preprocessing, const Matrix& reference) {
  const Matrix scaled = apply(preprocessing.scaling, reference);
  return preprocessing.pca ? project_held_out(*preprocessing.pca, scaled) : scaled;
}

}  // namespace dsne
