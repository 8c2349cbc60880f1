#pragma once

#include <string>
#include <vector>

#include "tools/check/measures.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

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
