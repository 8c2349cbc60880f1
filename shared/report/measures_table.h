#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/facts.h"
#include "report/page.h"

namespace dsne::report {

/// The heading of the section on measures that are not used or not everywhere.
inline constexpr const char* left_out_heading = "Measures left out";

/// Returns what a table calls a measure: "Smoothness (left-right), fwhm_x"; of an unknown measure
/// its name.
std::string both_names(const std::string& column);

/// Each measure that the run left out, and each that a site lacks, with these sites; the first 200.
/// Nothing where there is none.
/// @param on_summaries whether those count that all sites' summaries have
std::optional<PageTable> measures_table(const std::vector<data::UnevenMeasure>& uneven,
                                        bool on_summaries);

/// Adds this table to a page, where a run has one.
void add_measures_table(const RunFacts& run, PageText& page);

}  // namespace dsne::report
