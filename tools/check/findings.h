#pragma once

#include <boost/filesystem/path.hpp>

#include "quality/verdict_model_file.h"
#include "tools/check/site_file.h"

namespace dsne::tools::checking {

/// Finds every fault of a kind in a text table's cells and rows; the reader stops at the first.
/// Rows with another number of cells than the header, mixed decimal marks, infinite numbers,
/// repeated ids.
/// @param name names the file in reports
Problems faults_of_text(const boost::filesystem::path& file, const data::TableFormat& format,
                        const std::string& name);

/// Adds what would end a run or be left out: cells of text, missing values, measures of the
/// reference that the file does not have, too few subjects.
/// @pre the table was read
void find_faults(const boost::filesystem::path& file, const run::SiteInputs& inputs,
                 const CheckedReference* reference, SiteFile& result);

/// Adds what a run would not notice: no ids, no header, codes for missing values, units, subjects
/// without most measures, copies, persons with many scans. Also adds the labels and the summary.
/// @pre the table was read
void find_oddities(const Json& settings, const CheckedReference* reference, SiteFile& result);

/// Finds rows that are copies of others, and near copies: at least nine tenths of the varying
/// measures are equal to the last digit.
/// @param rows the rows' numbers in the file
Problems copied_rows(const Matrix& values, const std::vector<std::size_t>& rows);

/// Lists the rows that raters elsewhere would exclude, by a model of their verdicts.
/// @return nothing if nobody is listed, else a problem of kind `like_excluded`; or a problem that a
///   measure of the model is not in the file
std::optional<Problem> like_excluded(const SiteFile& file, const quality::NamedVerdictModel& model);

/// Compares files as different sites of a run: their measures, headers, kinds of scans and units,
/// and persons who are in two of them.
Problems compare_files(const std::vector<SiteFile>& files);

}  // namespace dsne::tools::checking
