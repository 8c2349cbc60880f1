#pragma once

#include <optional>

#include "data/table.h"
#include "run/site_outliers.h"
#include "tools/finished_run.h"

namespace dsne::tools {

/// Subjects with the reference's features.
struct MatchedSubjects {
  data::Table table;  ///< without gaps, as scores see them
  Matrix with_gaps;   ///< the values as a harmonized map takes them, gaps NaN
};

/// New subjects on the map of a finished run.
struct Placement {
  Matrix coordinates;  ///< one row per new subject
  /// Their scores and units; `shift` and `site_extremes` are the site's with them.
  run::SiteOutliers outliers;
  Eigen::Index known = 0;  ///< how many of them the run had: they are where it put them
};

/// Places and scores new subjects as the run did its own. Each method that places subjects one by
/// one does so here, and a run's network puts them where it would have put them then. With the
/// others a subject starts where the run would have it start, but by its nearest among the
/// reference and the site's subjects of the run, which stay where they are; and groups that none of
/// these stand for lie outside, as in the run. A new subject is compared with the site's subjects,
/// and counts as one of these when it is one: of the same id and values.
/// @param subjects the new ones
/// @param site the site's subjects of the run; nothing when they are not at hand
/// @throws InputError when the run was harmonized and the site's subjects are not at hand
Placement placed(const MatchedSubjects& subjects, const std::optional<MatchedSubjects>& site,
                 const FinishedRun& run);

}  // namespace dsne::tools
