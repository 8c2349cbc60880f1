#pragma once

#include <string>
#include <vector>

#include "quality/outlier_scores.h"

namespace dsne::report {

/// Returns what makes a subject odd, a text per measure: "Signal-to-noise ratio 2.1, usual 7.5 to
/// 12: low (noise, motion)", where the usual range is the central 98 %, or "fber 230: unusual given
/// the other measures". Names, units and directions come from data::measure_term. Sizes and spacing
/// are last. Numbers have three digits, or as many as distinguish them.
/// @param features every measure's name
std::vector<std::string> reason_texts(const std::vector<quality::OddMeasure>& reasons,
                                      const std::vector<std::string>& features);

/// Returns what makes a subject with a flag odd: "like scans that raters excluded" if it
/// is, then the texts of its measures.
std::vector<std::string> all_reason_texts(const quality::OutlierScores& outliers,
                                          std::size_t subject,
                                          const std::vector<std::string>& features);

/// Returns the strongest thing about a subject with a flag in a few words: "Signal-to-noise ratio:
/// low".
std::string short_reason(const quality::OutlierScores& outliers, std::size_t subject,
                         const std::vector<std::string>& features);

/// Returns how many are flagged: "8 of 120 to look at".
std::string to_look_at(const quality::OutlierScores& outliers);

/// Returns the page's headline before any decision: "8 of 120 to look at, 2 to check, 0 decided".
std::string headline(const quality::OutlierScores& outliers);

}  // namespace dsne::report
