#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/scan_history.h"
#include "report/page.h"

namespace dsne::report {

/// Draws a site's measures over time: those whose level changes most clearly, a strip each, with a
/// line where it changes and where a scanner appears first. It shows single scans, for the site's
/// own page alone.
/// @param rows Table::rows of the values' rows
/// @param values scans × measures as they were measured; NaN where missing
/// @param names of the measures
/// @return nothing where fewer than ten of the scans have a date
std::optional<PageFigure> time_figure(const data::ScanHistory& history,
                                      const std::vector<std::size_t>& rows, const Matrix& values,
                                      const std::vector<std::string>& names);

}  // namespace dsne::report
