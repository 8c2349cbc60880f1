#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"
#include "report/joint_embedding.h"

namespace dsne::report {

/// Writes a map as CSV for everyone: the header "site,x,y,label" ("site,x,y,z,label" in three
/// dimensions) and a row per point. Holds no subject's id.
std::string joint_csv(const Embedding& embedding);

/// Writes the summaries' rows on a map as CSV: the header "site,x,y,subjects"
/// ("site,x,y,z,subjects" in three dimensions) and a row per point.
std::string summary_csv(const Embedding& embedding);

/// Writes the positions of a site's own points as CSV: the header "id,x,y,label" ("id,x,y,z,label"
/// in three dimensions) and a row per point. Arguments as for own_csv.
std::string positions_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                          const std::vector<std::string>& labels);

/// A site's own points as a CSV file: the header "id,x,y,label,outlier_score,flagged,also_check"
/// ("id,x,y,z,label,…" in three dimensions) and a row per point, in the order given; `flagged` and
/// `also_check` are true or false. With two lists "odd_score,unfit_score" follow, then
/// "odd_score_adjusted,unfit_score_adjusted" where there are covariates, and "like_excluded" where
/// raters elsewhere taught it.
/// @param ids one per point
/// @param coordinates points × 2 or 3
/// @param labels one per point, or empty: then every label is an empty field
/// @param outliers one score per point
/// @param lists null if the scores come from a given reference
std::string own_csv(const std::vector<std::string>& ids, const Matrix& coordinates,
                    const std::vector<std::string>& labels, const quality::OutlierScores& outliers,
                    const quality::OwnScores* lists);

}  // namespace dsne::report
