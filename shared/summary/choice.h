#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::summary {

/// A measure that this site's summary leaves out, and why.
struct LeftOut {
  std::string measure;
  std::string reason;
};

/// The columns of a summary.
struct Choice {
  std::vector<Eigen::Index> columns;
  std::vector<LeftOut> left_out;
};

/// Chooses measures whose values identify no subject. Leaves out measures where half of the
/// subjects share a value or fewer than 2·least values differ, and unknown names.
/// @param values records × columns, NaN where missing
/// @param listed the columns that the site's settings name; when empty, only measures of MRIQC, QAP
///   or FreeSurfer are known
Choice choose_measures(const Matrix& values, const std::vector<std::string>& names,
                       const std::vector<std::string>& listed, Eigen::Index least);

/// Replaces by the median each column of an array in which fewer than 2·least records differ from
/// the median.
Matrix without_rare_values(Matrix values, Eigen::Index least);

}  // namespace dsne::summary
