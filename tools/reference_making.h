#pragma once

#include <cstdint>
#include <optional>

#include "data/reference_csv.h"
#include "tools/public_scans.h"

namespace dsne::tools {

/// A reference made from public scans, and what was left out.
struct MadeReference {
  data::Reference points;
  std::vector<std::string> scanners;  ///< each point's, "" if unknown
  std::vector<std::string> left_out;  ///< measures with values for fewer than 19 in 20 scans
  Eigen::Index read = 0;              ///< scans
  Eigen::Index duplicates = 0;        ///< scans of the same image, by its checksum
  Eigen::Index incomplete = 0;        ///< scans with more than a fifth of the measures missing
  Eigen::Index absurd = 0;            ///< scans found by absurd_scans
  Eigen::Index not_drawn = 0;         ///< good scans beyond the wanted number
  Eigen::Index filled = 0;            ///< missing values replaced by the measure's median
};

/// Finds scans with an impossible value: more than 20 robust standard deviations (the interquartile
/// range / 1.349, at least 0.05) from the median, on a scale of logarithms if a measure is always
/// positive, else of asinh(x / median size). Merely bad scans are far below that. Ignores measures
/// that are mostly 0.
std::vector<bool> absurd_scans(const Matrix& values);

/// Makes a reference. Keeps one scan per image, the measures that nearly all scans have, and the
/// scans that have nearly all of these and are not absurd. Of more than `most` scans, draws from
/// each scanner in turn.
/// @throws InputError when the scans are of several modalities, or fewer than 4 or no measure is
///   left
MadeReference make_reference(PublicScans scans, Eigen::Index most, std::uint64_t seed);

/// The result of a reference for a scanner that is not in it.
struct ScannerLeftOut {
  std::string scanner;
  Eigen::Index scans = 0;
  Eigen::Index flagged = 0;  ///< of the scanner's scans as a site, with the others as reference
  double shift = 0;          ///< of that site
};

/// Leaves out in turn the scanners with the most scans: at most ten, with at least 20 scans and at
/// least 99 others.
std::vector<ScannerLeftOut> leave_scanners_out(const MadeReference& reference);

}  // namespace dsne::tools
