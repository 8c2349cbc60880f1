#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::summary {

/// A measure that is in no summary of this site, and why.
struct LeftOut {
  std::string measure;
  std::string reason;
};

/// Which columns a summary has.
struct Choice {
  std::vector<Eigen::Index> columns;
  std::vector<LeftOut> left_out;
};

/// Chooses measures whose values tell no subject apart: not those where half of the subjects share
/// a value, fewer than 2·least values differ, or the name is no measure's.
/// @param values records × columns, NaN where missing
/// @param listed the columns that the site's settings name; when empty, only measures that MRIQC,
///   QAP or FreeSurfer name are taken
Choice choose_measures(const Matrix& values, const std::vector<std::string>& names,
                       const std::vector<std::string>& listed, Eigen::Index least);

/// Arrays with the median in each column where fewer than 2·least records differ from the median.
Matrix without_rare_values(Matrix values, Eigen::Index least);

}  // namespace dsne::summary
