#include "methods/spectral_clustering/second_moments.h"

namespace dsne::methods {

using Eigen::Index;

Index products_of(Index dimensions) { return dimensions * (dimensions + 1) / 2; }

}  // namespace dsne::methods
