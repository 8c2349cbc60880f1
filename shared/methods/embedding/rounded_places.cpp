#include "methods/embedding/rounded_places.h"

namespace dsne::methods {

Matrix rounded_places(const Matrix& places, double extent) {
  constexpr double steps_across_map = 1000;
  const double step = extent / steps_across_map;
  return step > 0 ? Matrix((places / step).array().round() * step) : places;
}

}  // namespace dsne::methods
