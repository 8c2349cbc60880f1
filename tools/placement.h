#pragma once

#include <optional>

#include "data/scan_history.h"
#include "data/table.h"
#include "run/site_outliers.h"
#include "tools/finished_run.h"

namespace dsne::tools {

/// Subjects with the reference's features.
struct MatchedSubjects {
  data::Table table;               ///< missing values filled, as scores see them
  Matrix with_missing;             ///< the values as they are, NaN where missing
  data::ScanHistory history = {};  ///< empty where the data have no dates
};

/// New subjects on the map of a finished run.
struct Placement {
  Matrix coordinates;  ///< one row per new subject
  /// Their scores; `shift` is that of the site with them.
  run::SiteOutliers outliers;
  Eigen::Index known = 0;  ///< how many of them were in the run: these keep their positions
};

/// Places and scores new subjects as the run did with its own. A method that places subjects one by
/// one does so here, and a run's network places them as in the run. With other methods, a subject
/// is placed by its nearest neighbours among the reference and the site's subjects of the run,
/// which do not move. Groups that none of these represent are placed outside, as in the run. A new
/// subject is compared with the site's subjects, and is one of them if it has the same id and
/// values.
/// @param subjects the new ones
/// @param site the site's subjects of the run, if available
/// @throws InputError when the run was harmonized and the site's subjects are not given
Placement placed(const MatchedSubjects& subjects, const std::optional<MatchedSubjects>& site,
                 const FinishedRun& run);

}  // namespace dsne::tools
