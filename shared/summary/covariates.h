#pragma once

#include <string>
#include <vector>

#include "data/text/number_style.h"
#include "summary/site_summary.h"

namespace dsne::summary {

// Covariates are what explains measures and is none: age, sex, and others that a site's settings
// name. Groups never depend on them. The site fits their slopes itself, on its subjects: rows are
// alike in the measures, so slopes fitted on rows are far too steep (bench/summary_map).

/// What a covariate is called whatever its words: "sex" of "sex=F/M".
std::string covariate_base(const std::string& name);

/// Reads a covariate's cells: numbers, or exactly two words or numbers, which become 0 and 1 in
/// their order and part of the name. BIDS's words for sexes are F and M.
/// @param name  the site's word for it
/// @param cells one per record
/// @param style how the file writes numbers
/// @throws InputError when the name is no covariate's or tells a diagnosis or a verdict, or the
///   cells are all the same, or more than two words
Covariate covariate_of(const std::string& name, const std::vector<std::string>& cells,
                       const data::NumberStyle& style = {});

/// Reads the cells of a covariate that a summary has.
/// @param name as the summary has it, which tells its words
/// @throws InputError when a cell is neither missing nor one of the words, or no number
Covariate known_covariate(const std::string& name, const std::vector<std::string>& cells,
                          const data::NumberStyle& style);

/// Adds covariates to a summary: each row's means, with noise as the measures have it, and each
/// measure's slopes with noise of their standard error. Groups do not change.
/// @param records of all persons in the summary's rows, with their covariates
/// @throws InputError when the summary has covariates, which are added once, or is of arrays; when
/// a
///   person of its rows is not among the records; when fewer than twice a row's persons have a
///   value, half of them share one, one of two words is of fewer than a row's persons, or
///   covariates depend on each other
SiteSummary with_covariates(SiteSummary site, const Records& records,
                            privacy::RandomSource& source);

/// Returns a summary with these of its covariates only.
/// @param bases covariate_base of their names
Summary with_covariates_named(Summary summary, const std::vector<std::string>& bases);

/// Covariates of a summary's newcomers, row by row, on the frozen scale.
/// @param rows hashes of the new rows' persons
/// @throws InputError when the records lack a covariate of the summary
Matrix covariates_of_newcomers(Kept& kept, const Records& records,
                               const std::vector<std::vector<std::string>>& rows,
                               privacy::RandomSource& source);

}  // namespace dsne::summary
