#pragma once

#include <string>

namespace dsne::data {

/// What people call a measure of a quality tool or of FreeSurfer, and what its values mean.
struct MeasureTerm {
  std::string name;       ///< "White-matter signal-to-noise"; of an unknown measure its own name
  std::string unit;       ///< "mm"; "" for a pure number, or an unknown measure
  std::string when_low;   ///< what a low value is a sign of: "noise, motion"; "" for nothing
  std::string when_high;  ///< the same of a high one
  /// Whether it tells how a scan was made, not how good it is: a size of the image, the distance of
  /// its points, or the median of white matter, which MRIQC sets to 1,000.
  bool is_geometry = false;
};

/// Returns the term of a measure of MRIQC, QAP or FreeSurfer by its column's name.
MeasureTerm measure_term(const std::string& column);

}  // namespace dsne::data
