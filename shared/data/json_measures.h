#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

namespace dsne::data {

/// The measures in a scan's file.
struct Measures {
  std::vector<std::string> names;
  std::vector<double> values;         ///< NaN where missing
  std::string modality;               ///< "T1w"; "" if the file does not say
  std::vector<std::string> left_out;  ///< names of numbers that are not measures
};

/// Reads MRIQC's JSON of a scan: the members that are numbers, or only the quality measures if
/// there are some (has_quality_measures). A list of numbers means its mean (several echoes), null
/// and NaN a missing value. Ignores the rest (bids_meta, provenance).
/// @throws InputError when it is not a JSON object, has no measure, or a value is infinite or
///   beyond largest_value
Measures read_json_measures(const boost::filesystem::path& file, const std::string& input);

}  // namespace dsne::data
