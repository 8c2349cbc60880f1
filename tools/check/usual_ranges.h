#pragma once

#include <optional>
#include <string>

namespace dsne::tools::checking {

/// The range of the median of a site's human scans.
struct UsualRange {
  double low = 0;
  double high = 0;
};

/// Returns the usual range of a measure with a fixed unit: MRIQC's, and FreeSurfer's volumes (mm³)
/// and thickness (mm). It is wide, and only distinguishes powers of ten.
/// @return nothing for any other measure
std::optional<UsualRange> usual_range(const std::string& measure);

}  // namespace dsne::tools::checking
