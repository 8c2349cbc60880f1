#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne::tools {

/// Public scans with their measures, as MRIQC's web service gives them.
struct PublicScans {
  std::vector<std::string> measures;  ///< every one that a file has
  Matrix values;                      ///< scans × measures, NaN where one is missing
  // One per scan, "" where it is not told.
  std::vector<std::string> checksums;   ///< of the image: provenance.md5sum
  std::vector<std::string> modalities;  ///< bids_meta.modality
  std::vector<std::string> scanners;    ///< maker, model and field strength, or the site
  std::vector<std::string> labels;      ///< the wanted column's

  Eigen::Index size() const { return values.rows(); }
};

/// Reads files that were downloaded from MRIQC's web service: its JSON (`_items`, or a list of
/// scans), or tables of the same fields, nested ones with points ("provenance.md5sum"). Measures
/// are what is_quality_measure knows; all else is left alone.
/// @param label the field of the scans' labels; "" for none
/// @throws InputError when a file is not there, is above 1 GiB, is neither, holds no scan, or all
///   together more than a million; it names files by their place in the list
PublicScans read_public_scans(const std::vector<fs::path>& files, const std::string& label);

/// Some of the scans, in this order.
PublicScans chosen(const PublicScans& scans, const std::vector<Eigen::Index>& rows);

}  // namespace dsne::tools
