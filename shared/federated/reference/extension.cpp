#include "federated/reference/extension.h"

#include "core/errors.h"
#include "federated/method.h"
#include "federated/reference/learned_preprocessing.h"
#include "federated/sums/counting.h"

namespace dsne::federated {
namespace {

constexpr double furthest_in_radii = 10;

}  // namespace

SumTerm lacking_term(Eigen::Index lacking) {
  return {lacking_name, members_bound, Matrix::Constant(1, 1, static_cast<double>(lacking)), true};
}

bool is_extended(const Parameters& parameters) {
  return parameters.reference == ReferenceChoice::extended && needs_reference(parameters);
}

void check_extensible(const Parameters& parameters) {
  if (!is_extended(parameters)) return;
  if (!find_method(parameters.method).takes_added_landmarks()) {
    throw InputError("method " + parameters.method + " does not take reference extended");
  }
  if (parameters.reference_epsilon > 0) {
    throw InputError("reference extended has no guarantee: with it reference_epsilon must be 0");
  }
  if (parameters.landmark_method != LandmarkMethod::tree) {
    throw InputError("reference extended takes landmark_method tree alone");
  }
}

double ExtensionSpace::squares(Eigen::Index subjects) const {
  return static_cast<double>(subjects) * radius * radius;
}

ExtensionSpace extension_space(const Matrix& reference) {
  if (reference.cols() > most_learned_components) {
    throw InputError("reference extended takes initial_dims from 1 to " +
                     std::to_string(most_learned_components));
  }
  const RowVector middle = reference.colwise().mean();
  const double radius = (reference.rowwise() - middle).rowwise().norm().maxCoeff();
  return {middle, furthest_in_radii * radius};
}

}  // namespace dsne::federated
