#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"
#include "data/table.h"
#include "run/site_outliers.h"

// A site's own subjects. Nothing of this file may be in a page or a file that leaves the site.
namespace dsne::report {

/// A site's own subjects on a map, with what is said of each.
struct OwnOnMap {
  data::Table table;                  ///< subjects × measures, NaN where a value is missing
  std::vector<std::string> measures;  ///< what the columns are called
  Matrix coordinates;                 ///< subjects × 2 or 3
  Matrix filled;                      ///< the table's values, with others for the missing ones
  std::optional<run::SiteOutliers> outliers;  ///< nothing where there are no lists
  /// A data URI per subject, "" for none; empty without images.
  std::vector<std::string> thumbnails = {};
};

/// Writes the subjects as CSV: the header "id,x,y,label" ("id,x,y,z,label" in three dimensions) and
/// a row per subject, in the table's order. With lists, "outlier_score,flagged,also_check" follow,
/// the latter two true or false, and "odd_score,inconsistent_score"; then
/// "odd_score_adjusted,inconsistent_score_adjusted" where there are covariates, and "like_excluded"
/// where raters elsewhere taught it.
std::string own_csv(const OwnOnMap& own);

/// Writes the flagged subjects, then those to check, as CSV for people, each the oddest first: the
/// header "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score" and a row per
/// subject; `flag` is "flagged" or "also check", `list` its lists joined by "and": "odd",
/// "inconsistent", "as raters elsewhere would exclude". An apostrophe precedes text that a
/// spreadsheet would run as a formula.
/// @pre there are lists
std::string flagged_csv(const OwnOnMap& own);

/// Returns the files `embedding.csv` and, with lists, `flagged.csv`.
Files own_files(const OwnOnMap& own);

/// Returns the file of what raters elsewhere taught, where they did.
std::optional<File> verdict_model_file(const OwnOnMap& own);

}  // namespace dsne::report
