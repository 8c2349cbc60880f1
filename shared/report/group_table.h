#pragma once

#include <optional>

#include "report/density_figure.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::report {

/// About how many subjects of each site are in which group of the reference, by noisy counts, with
/// their intervals at 95 %; those that may be noise alone are muted. A row per site, a column per
/// label; at most 20 labels have a column of their own, the largest ones. A cell is in the group of
/// the reference's points that lie nearest to its middle. Nothing with fewer than two groups.
std::optional<PageTable> group_table(const DensityReport& report, const EmbeddingPart& reference);

}  // namespace dsne::report
