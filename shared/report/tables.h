#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/facts.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::report {

/// The heading of the section on measures that are not used or not everywhere.
inline constexpr const char* left_out_heading = "Measures left out";

/// Returns what a table calls a measure: "Smoothness (left-right), fwhm_x"; of an unknown measure
/// its name.
std::string both_names(const std::string& column);

/// Returns each measure that the run left out, and each that a site lacks, with these sites; the
/// first 200. Nothing where there is none.
/// @param on_summaries whether those count that all sites' summaries have
std::optional<PageTable> measures_table(const std::vector<data::UnevenMeasure>& uneven,
                                        bool on_summaries);

/// Adds this table to a page, where a run has one.
void add_measures_table(const RunFacts& run, PageText& page);

/// Returns the table of sites: each one's subjects, what of it is on the map, the measures in which
/// its summary stands apart from all others', and those that it does not have. Sites that stand
/// apart come first.
/// @param shown the map's parts as they are shown
PageTable sites_table(const JointMapFacts& run, const std::vector<EmbeddingPart>& shown);

/// Returns the estimated number of each site's subjects in each group of the reference, from noisy
/// counts, with 95 % intervals. Numbers that may be noise alone are muted. There is a row per site
/// and a column per label; only the 20 largest labels have their own column. A cell belongs to the
/// group of the reference points nearest to its centre. Returns nothing with fewer than two groups.
std::optional<PageTable> group_table(const DensityReport& report, const EmbeddingPart& reference);

}  // namespace dsne::report
