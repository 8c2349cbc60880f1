#pragma once

#include <boost/filesystem/path.hpp>
#include <optional>
#include <string>
#include <vector>

#include "quality/verdict_model_file.h"
#include "run/site_inputs.h"
#include "tools/check/outcome.h"

namespace dsne::tools::checking {

/// Examines a text table as the reader reads it.
/// @return nothing if it is an image, an array or not text
std::optional<TextView> view_text(const boost::filesystem::path& file,
                                  const data::TableFormat& format);

/// Finds every fault of a kind in a text table's cells and rows; the reader stops at the first.
/// Rows with another number of cells than the header, mixed decimal marks, infinite numbers,
/// repeated ids.
/// @param name names the file in reports
Problems faults_of_text(const TextView& view, const data::TableFormat& format,
                        const std::string& name);

/// A cell with text in a column of numbers.
struct TextCell {
  std::size_t row = 0;
  std::string text;
};

/// Returns all such cells of these columns (from 0), by column.
std::vector<std::vector<TextCell>> text_cells(const TextView& view, const Rows& columns);

/// Returns " (cnr: \"hello\")" for an error that names a row and a column of a text table, "" for
/// any other.
std::string cell_text(const boost::filesystem::path& file, const data::TableFormat& format,
                      const std::string& error);

/// Adds what would end a run or be left out: cells of text, missing values, measures of the
/// reference that the file does not have, too few subjects.
/// @pre the table was read
void find_faults(const run::SiteInputs& inputs, const CheckedReference* reference,
                 SiteFile& result);

/// Adds what a run would not notice: no ids, no header, codes for missing values, units, subjects
/// without most measures, copies, persons with many scans. Also adds the labels and the summary.
/// @pre the table was read
void find_oddities(const Json& settings, const CheckedReference* reference, SiteFile& result);

/// Describes each measure.
/// @param names   of the columns; empty if they have none
/// @param columns their numbers in the file; empty if there are none
MeasureViews view_measures(const Matrix& values, const Names& names, const Rows& columns);

/// Adds a measure to those that a problem concerns; of a single one the column is told, too.
void add_measure(Problem& problem, const MeasureView& measure);

/// Returns the measure with this name, or null.
const MeasureView* find_measure(const MeasureViews& measures, const std::string& name);

/// Finds values that look like codes for "missing": -999 and the like, or 0, far from all other
/// values.
/// @pre the table was read, as for all that follow
Problems sentinel_codes(const SiteFile& file);

/// Single values that hardly belong to their columns: 1,000 times the median or more, a thousandth
/// or less, or negative where others are positive; small and negative values count only where the
/// others lie well away from 0. Rows most of whose values are a power of ten away are told as rows,
/// whatever their number. Codes for missing values are told elsewhere.
Problems far_values(const SiteFile& file);

/// Finds rows that are copies of others, and near copies: at least nine tenths of the varying
/// measures are equal to the last digit.
Problems copied_rows(const SiteFile& file);

/// Compares measures with other data's measures of the same names.
/// @param whose names the others ("the reference")
/// @return a problem for each kind of difference: a power of ten, the sign, a lost decimal mark, or
///   a range far from the others'
Problems compare_units(const MeasureViews& own, const MeasureViews& others,
                       const std::string& whose);

/// Compares measures with their usual size, if known (MRIQC's, FreeSurfer's volumes and thickness).
/// Reports only powers of ten and signs.
Problems compare_with_usual(const MeasureViews& own);

/// Compares the measures with those of the program's public scans, as a run with reference=public
/// does, and says what such a run needs of the site.
/// @pre the table was read
void compare_with_public(const Json& settings, SiteFile& file);

/// Lists the rows that raters elsewhere would exclude, by a model of their verdicts.
/// @return nothing if nobody is listed, else a problem of kind `like_excluded`; or a problem that a
///   measure of the model is not in the file
std::optional<Problem> like_excluded(const SiteFile& file, const quality::NamedVerdictModel& model);

/// Compares files as different sites of a run: their measures, headers, kinds of scans and units,
/// and persons who are in two of them.
Problems compare_files(const std::vector<SiteFile>& files);

}  // namespace dsne::tools::checking
