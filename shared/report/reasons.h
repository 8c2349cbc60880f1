#pragma once

#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "quality/own_scores.h"

namespace dsne::report {

/// A number with so many significant digits, by themselves four.
double with_digits(double value, int digits = 4);

/// Says what makes a subject odd, a text per measure: "Signal-to-noise ratio 2.1, usual 7.5 to 12:
/// low (noise, motion)", with what the middle 98 % of those compared with have, or "fber 230:
/// unusual given the other measures". Names, units and signs are data::measure_term's. Sizes and
/// spacing come last. Numbers have three digits, or as many as tell them apart.
/// @param features every measure's name
/// @param compared_with whose range it is: "this site", "reference" or "all sites"
std::vector<std::string> reason_texts(const std::vector<quality::OddMeasure>& reasons,
                                      const std::vector<std::string>& features,
                                      const std::string& compared_with);

/// What makes a subject odd that is flagged or also to check: the texts of its measures, and before
/// them "like scans that raters excluded" where it is.
std::vector<std::string> all_reason_texts(const quality::OutlierScores& outliers,
                                          std::size_t subject,
                                          const std::vector<std::string>& features,
                                          const std::string& compared_with);

/// "8 to look at, 2 to check, 0 decided": what the page says of these scores until something is
/// decided.
std::string headline(const quality::OutlierScores& outliers);

/// The lists that a subject is on, joined by "and": "odd", "unfit", "as raters elsewhere would
/// exclude"; "" when it is on none.
std::string lists_text(const quality::OwnScores& lists, std::size_t subject);

/// The flagged subjects and then those also to check as a CSV file for people, each the oddest
/// first: the header "id,flag,outlier_score,odd_measures" and a row per subject; `flag` is
/// "flagged" or "also check". With two lists "list,odd_score,unfit_score" follow, see lists_text.
/// A text that a spreadsheet would run as a formula has an apostrophe before it.
/// @param ids one per subject
/// @param lists null where a given reference makes the scores
std::string flagged_csv(const std::vector<std::string>& ids, const quality::OutlierScores& outliers,
                        const quality::OwnScores* lists, const std::vector<std::string>& features,
                        const std::string& compared_with);

}  // namespace dsne::report
