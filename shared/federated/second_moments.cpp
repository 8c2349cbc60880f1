#include "federated/second_moments.h"

namespace dsne::federated {

using Eigen::Index;

Index products_of(Index dimensions) { return dimensions * (dimensions + 1) / 2; }

}  // namespace dsne::federated
