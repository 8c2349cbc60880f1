#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

#include "data/reading.h"

namespace dsne::data {

/// The measures in a scan's file.
struct Measures {
  std::vector<std::string> names;
  std::vector<double> values;     ///< NaN where missing
  std::string modality;           ///< "T1w"; "" if the file does not say
  std::string person;             ///< whose scan it is; "" if the file does not say
  std::vector<LeftOut> left_out;  ///< what is no measure
};

/// Leaves out other numbers if there are quality measures (has_quality_measures).
void keep_quality_measures(Measures& measures);

/// Reads MRIQC's JSON of a scan: the members that are numbers, or only the quality measures if
/// there are some (has_quality_measures). A list of numbers means its mean (several echoes), null
/// and NaN a missing value. Ignores the rest (bids_meta, provenance).
/// @throws InputError when it is not a JSON object, has no measure, or a value is infinite or
///   beyond largest_value
Measures read_json_measures(const boost::filesystem::path& file, const std::string& input);

}  // namespace dsne::data
