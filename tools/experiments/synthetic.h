#pragma once

#include "tools/experiments/dataset.h"

namespace dsne::experiments {

/// Makes subjects to a description's numbers, where real ones cannot be had. A factor model: each
/// subject has `factors` hidden factors, which a fixed random loading matrix turns into `features`,
/// plus independent noise:
///   {"features": 300, "factors": 20, "noise": 0.5, "site_effect": 0.2, "seed": 1,
///    "groups": [{"label": "below 11", "site": "1", "subjects": 240, "centre": [6, 0],
///                "spread": [1, 2]}, …]}
/// A group's first factors have the means `centre` and standard deviations `spread` (1 where not
/// given), its others are N(0, 1). Every site shifts all its subjects by its own random direction,
/// `site_effect` long in each feature on average.
/// @throws InputError when the description is malformed
Dataset synthetic_dataset(const Json& description);

}  // namespace dsne::experiments
