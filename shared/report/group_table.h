#pragma once

#include <optional>

#include "report/density_figure.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::report {

/// Returns the estimated number of each site's subjects in each group of the reference, from noisy
/// counts, with 95 % intervals. Numbers that may be noise alone are muted. There is a row per site
/// and a column per label; only the 20 largest labels have their own column. A cell belongs to the
/// group of the reference points nearest to its centre. Returns nothing with fewer than two groups.
std::optional<PageTable> group_table(const DensityReport& report, const EmbeddingPart& reference);

}  // namespace dsne::report
