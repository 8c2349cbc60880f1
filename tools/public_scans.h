#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne::tools {

/// Public scans with their measures, from MRIQC's web service.
struct PublicScans {
  std::vector<std::string> measures;  ///< all that any file has
  Matrix values;                      ///< scans × measures, NaN where missing
  // One per scan, "" if unknown.
  std::vector<std::string> checksums;   ///< of the image: provenance.md5sum
  std::vector<std::string> modalities;  ///< bids_meta.modality
  std::vector<std::string> scanners;    ///< maker, model and field strength, or the site
  std::vector<std::string> labels;      ///< of the wanted column

  Eigen::Index size() const { return values.rows(); }
};

/// Reads files downloaded from MRIQC's web service: its JSON (`_items`, or a list of scans), or
/// tables of the same fields, nested ones with dots ("provenance.md5sum"). Reads the measures that
/// is_quality_measure knows, and ignores all else.
/// @param label the field of the scans' labels; "" for none
/// @throws InputError when a file is missing, larger than 1 GiB, of another format or without
///   scans, or there are more than a million scans; names files by their number in the list
PublicScans read_public_scans(const std::vector<fs::path>& files, const std::string& label);

/// Returns some of the scans, in this order.
PublicScans chosen(const PublicScans& scans, const std::vector<Eigen::Index>& rows);

}  // namespace dsne::tools
