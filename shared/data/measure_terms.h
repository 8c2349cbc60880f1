#pragma once

#include <string>

namespace dsne::data {

/// The name of a measure for people, and the meaning of its values.
struct MeasureTerm {
  std::string name;       ///< "White-matter signal-to-noise"; an unknown measure's own name
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
