#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// A description of a measure's values.
struct MeasureView {
  std::string name;        ///< "column 3" without a header
  std::size_t column = 0;  ///< in the file, from 1; 0 if each subject has a file
  std::size_t present = 0;
  std::size_t missing = 0;
  double median = std::numeric_limits<double>::quiet_NaN();  ///< NaN without a value
  double low = median;                                       ///< 5 % of the values are below
  double high = median;                                      ///< 95 %
  double least = median;
  double most = median;
  bool whole = false;     ///< all values are whole numbers
  bool constant = false;  ///< there are several values, all the same
};

/// Describes each measure.
/// @param names   of the columns; empty if they have none
/// @param columns their numbers in the file; empty if there are none
std::vector<MeasureView> view_measures(const Matrix& values, const std::vector<std::string>& names,
                                       const std::vector<std::size_t>& columns);

/// Finds values that look like codes for "missing": -999 and the like, or 0, far from all other
/// values.
/// @param rows the rows' numbers in the file
Problems sentinel_codes(const Matrix& values, const std::vector<MeasureView>& measures,
                        const std::vector<std::size_t>& rows);

/// Single values that hardly belong to their columns: 1,000 times the median or more, a thousandth
/// or less, or negative where others are positive; small and negative values count only where the
/// others lie well away from 0. Codes for missing values are told elsewhere.
/// @param rows where the values' rows stand in the file
Problems far_values(const Matrix& values, const std::vector<MeasureView>& measures,
                    const std::vector<std::size_t>& rows);

/// Returns the measure with this name, or null.
const MeasureView* find_measure(const std::vector<MeasureView>& measures, const std::string& name);

/// Compares measures with other data's measures of the same names.
/// @param whose names the others ("the reference")
/// @return a problem for each kind of difference: a power of ten, the sign, a lost decimal mark, or
///   a range far from the others'
Problems compare_units(const std::vector<MeasureView>& own, const std::vector<MeasureView>& others,
                       const std::string& whose);

/// Compares measures with their usual size, if known (MRIQC's, FreeSurfer's volumes and thickness).
/// Reports only powers of ten and signs.
Problems compare_with_usual(const std::vector<MeasureView>& own);

}  // namespace dsne::tools::checking
