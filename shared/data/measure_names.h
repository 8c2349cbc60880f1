#pragma once

#include <string>

namespace dsne::data {

/// The one name of a measure that FreeSurfer's versions, and R, write in several ways:
/// "Left-Thalamus" for Left-Thalamus-Proper and Left.Thalamus, "EstimatedTotalIntraCranialVol" for
/// IntraCranialVol and eTIV. Any other name stays.
std::string canonical_measure_name(const std::string& name);

}  // namespace dsne::data
