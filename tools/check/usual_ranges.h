#pragma once

#include <optional>
#include <string>

namespace dsne::tools::checking {

/// Where the median of a site's human scans lies.
struct UsualRange {
  double low = 0;
  double high = 0;
};

/// The usual range of a measure whose unit is the same everywhere: MRIQC's, and FreeSurfer's
/// volumes (mm³) and thickness (mm). Generous: it tells powers of ten apart, nothing else.
/// @return nothing for any other measure
std::optional<UsualRange> usual_range(const std::string& measure);

}  // namespace dsne::tools::checking
