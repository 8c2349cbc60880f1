#pragma once

#include <optional>
#include <vector>

#include "report/density_figure.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::report {

/// How many subjects of each site are in which group: a row per site that shares its places, a
/// column per label. A subject is in the group of the reference's points that lie nearest to it or,
/// where the reference has no labels, in that of its own label. At most 20 groups have a column of
/// their own, the largest ones. Nothing with fewer than two groups.
/// @param parts the joint map, the reference first
std::optional<PageTable> group_table(const std::vector<EmbeddingPart>& parts);

/// The same by noisy counts, with their intervals at 95 %; those that may be noise alone are muted.
/// A cell is in the group of the reference's points that lie nearest to its middle.
std::optional<PageTable> group_table(const DensityReport& report, const EmbeddingPart& reference);

}  // namespace dsne::report
