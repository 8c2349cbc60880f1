#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

namespace dsne::data {

/// A scan's measures as one file has them.
struct Measures {
  std::vector<std::string> names;
  std::vector<double> values;         ///< NaN where missing
  std::string modality;               ///< "T1w"; "" where the file does not say
  std::vector<std::string> left_out;  ///< names of numbers that are no measures
};

/// Reads the measures that MRIQC writes as JSON for a scan: the members that are numbers; where
/// these are quality measures (has_quality_measures), no others. A list of numbers stands for its
/// mean (several echoes), null and NaN for a missing value; what else the file holds (bids_meta,
/// provenance) is not read.
/// @throws InputError when it is no JSON object, has no measure, or a value is infinite or beyond
///   largest_value
Measures read_json_measures(const boost::filesystem::path& file, const std::string& input);

}  // namespace dsne::data
