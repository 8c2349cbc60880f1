#pragma once

#include <string>
#include <vector>

#include "tools/check/measures.h"
#include "tools/check/problem.h"

namespace dsne::tools::checking {

/// Compares measures with those of other data that have the same names.
/// @param whose what the others are called ("the reference")
/// @return a problem for each kind of difference: a power of ten, the sign, a lost decimal mark, or
///   a range far from the others'
Problems compare_units(const std::vector<MeasureView>& own, const std::vector<MeasureView>& others,
                       const std::string& whose);

/// Compares the measures whose usual size is known (MRIQC's, FreeSurfer's volumes and thickness)
/// with it. Only powers of ten and signs are told.
Problems compare_with_usual(const std::vector<MeasureView>& own);

/// The measure of this name; null when there is none.
const MeasureView* find_measure(const std::vector<MeasureView>& measures, const std::string& name);

}  // namespace dsne::tools::checking
