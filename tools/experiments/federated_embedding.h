#pragma once

#include <vector>

#include "core/json.h"
#include "core/matrix.h"
#include "tools/process.h"

namespace dsne::experiments {

/// The programs of a federation.
struct Programs {
  tools::Program local;
  tools::Program remote;
};

/// The joint map, reference first and then site by site, as a federation of `local` and `remote`
/// makes it in a temporary folder. The first site brings the reference.
/// @param reference, sites points × features; NaN where a value is missing
/// @param settings the run's parameters by name, for every site
/// @throws RunError when a step fails
/// @throws StorageError when files cannot be written
Matrix federated_embedding(const Matrix& reference, const std::vector<Matrix>& sites,
                           const Json& settings, const Programs& programs);

}  // namespace dsne::experiments
