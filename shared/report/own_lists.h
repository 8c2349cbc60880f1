#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/outlier_scores.h"

// A site's lists of its own subjects, by their ids. None of them may leave the site.
namespace dsne::report {

/// Writes the positions of a site's own points as CSV: the header "id,x,y,label" ("id,x,y,z,label"
/// in three dimensions) and a row per point. Arguments as for own_csv.
std::string positions_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                          const std::vector<std::string>& labels);

/// Writes a site's own points as CSV: the header "id,x,y,label,outlier_score,flagged,also_check"
/// ("id,x,y,z,label,…" in three dimensions) and a row per point, in the order given; `flagged` and
/// `also_check` are true or false. "odd_score,inconsistent_score" follow, then
/// "odd_score_adjusted,inconsistent_score_adjusted" where there are covariates, and "like_excluded"
/// where raters elsewhere taught it.
/// @param ids one per point
/// @param coordinates points × 2 or 3
/// @param labels one per point, or empty: then every label is an empty field
/// @param outliers one score per point
std::string own_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                    const std::vector<std::string>& labels, const quality::OutlierScores& outliers);

/// Writes the flagged subjects, then those to check, as CSV for people, each the oddest first: the
/// header "id,flag,outlier_score,odd_measures,list,odd_score,inconsistent_score" and a row per
/// subject; `flag` is "flagged" or "also check", `list` its lists joined by "and": "odd",
/// "inconsistent", "as raters elsewhere would exclude". An apostrophe precedes text that a
/// spreadsheet would run as a formula.
/// @param ids one per subject
std::string flagged_csv(const std::vector<std::string>& ids, const quality::OutlierScores& outliers,
                        const std::vector<std::string>& features);

}  // namespace dsne::report
