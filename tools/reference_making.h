#pragma once

#include <cstdint>
#include <optional>

#include "data/reference_csv.h"
#include "tools/public_scans.h"

namespace dsne::tools {

/// A reference made from public scans, and what was left out on the way.
struct MadeReference {
  data::Reference points;
  std::vector<std::string> scanners;  ///< each point's, "" where it is not told
  std::vector<std::string> left_out;  ///< measures that fewer than 19 in 20 scans have
  Eigen::Index read = 0;              ///< scans
  Eigen::Index duplicates = 0;        ///< of the same image, by its checksum
  Eigen::Index incomplete = 0;        ///< scans that lack more than a fifth of the measures
  Eigen::Index absurd = 0;            ///< scans beyond is_absurd
  Eigen::Index not_drawn = 0;         ///< good ones above the most that were wanted
  Eigen::Index filled = 0;            ///< gaps that took the measure's median
};

/// Scans with a value that no scanner gives: more than 20 robust standard deviations (the
/// interquartile range / 1.349, at least 0.05) off the median, of its logarithm where a measure is
/// positive throughout, else of asinh(x / median size). Merely bad scans are far within. Measures
/// that are mostly 0 are not looked at.
std::vector<bool> absurd_scans(const Matrix& values);

/// Makes a reference: of scans of one image one is kept, measures that nearly all have, scans that
/// have nearly all of these and are not absurd; of more than `most` as many are drawn from each
/// scanner in turn.
/// @throws InputError when the scans are of several modalities, or fewer than 4 or no measure is
///   left
MadeReference make_reference(PublicScans scans, Eigen::Index most, std::uint64_t seed);

/// How a reference does for a scanner that it does not hold.
struct ScannerLeftOut {
  std::string scanner;
  Eigen::Index scans = 0;
  Eigen::Index flagged = 0;  ///< with the scanner's scans as a site, by the others as reference
  double shift = 0;          ///< of that site
};

/// For the scanners with most scans, ten at most, with at least 20 and at least 99 others.
std::vector<ScannerLeftOut> leave_scanners_out(const MadeReference& reference);

}  // namespace dsne::tools
