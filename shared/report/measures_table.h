#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/reading.h"
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

/// The names of sites without which a run went on.
struct LeftOutSites {
  std::vector<std::string> faulty;  ///< the files there have faults
  std::vector<std::string> lost;    ///< they stopped answering
};

/// Says which sites were left out and why; nothing where none was.
std::optional<std::string> left_out_sites_sentence(const LeftOutSites& sites);

}  // namespace dsne::report
