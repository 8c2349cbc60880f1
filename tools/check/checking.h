#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "data/formats/data_format.h"
#include "data/table.h"
#include "data/text/text_input.h"
#include "data/text/text_layout.h"
#include "quality/verdict_model.h"
#include "run/reference/run_reference.h"
#include "run/site_inputs.h"

namespace dsne::tools::checking {

using Names = std::vector<std::string>;
using Rows = std::vector<std::size_t>;

/// Whether a run would continue with a problem (look) or end (mend).
enum class Gravity { look, mend };

/// A problem of the data, for the person who has them.
struct Problem {
  Gravity gravity = Gravity::look;
  std::string kind;          ///< a word that programs can rely on; docs/inputs.md lists them
  std::string text = {};     ///< what was found and where, in sentences
  std::string remedy = {};   ///< what to do; may be empty
  Rows rows = {};            ///< in the file, from 1
  std::size_t column = 0;    ///< from 1; 0 for none or several
  Names measures = {};       ///< concerned
  std::string setting = {};  ///< a member for the site's settings that answers; "" for none
};

using Problems = std::vector<Problem>;

/// A description of a measure's values.
struct MeasureView {
  std::string name;        ///< "column 3" without a header
  std::size_t column = 0;  ///< in the file, from 1; 0 if each subject has a file
  std::size_t present = 0;
  std::size_t missing = 0;
  double median = std::numeric_limits<double>::quiet_NaN();  ///< NaN without a value
  double low = median;                                       ///< 5 % of the values are below
  double high = median;                                      ///< 95 %
  double least = median;
  double most = median;
  bool whole = false;     ///< all values are whole numbers
  bool constant = false;  ///< there are several values, all the same
};

using MeasureViews = std::vector<MeasureView>;

/// A text table as it was read, for people.
struct TextView {
  data::TextInput text;  ///< open
  std::string encoding = "UTF-8";
  bool packed = false;      ///< gzip
  std::string delimiter;    ///< "tab"
  data::TextLayout layout;  ///< its first_row is 0 if the table could not be read
  Names id_columns;         ///< by name, or "column 1"; empty if rows have no ids
  std::string label_column;
  std::string corner;  ///< the first cells of the first row, if the table could not be read
};

/// The reference that files are compared with.
struct CheckedReference {
  run::RunReference reference;
  MeasureViews measures;
};

/// A data set, as a site would give it in site_data, and the results of checking it.
struct SiteFile {
  std::string name;  ///< the file's or folder's
  data::DataFormat form = data::DataFormat::automatic;
  std::optional<TextView> text;      ///< for a text table, or a list of files
  std::optional<data::Table> table;  ///< empty if it cannot be read
  MeasureViews measures;
  std::map<std::string, std::size_t> labels;  ///< the number of subjects with each label
  std::size_t persons = 0;
  std::optional<std::string> summary;  ///< what a summary would hold, or "none" and why
  /// What a run with reference=public would compare, and what it needs; empty if not asked.
  std::optional<std::string> public_scans;
  Problems problems;

  /// Returns whether each value is a voxel or a connection, not a measure with its own unit.
  bool is_array() const { return table && table->reading.is_array; }

  /// Returns whether it is a table with a row for each subject, not a list or a folder of files.
  bool is_table() const {
    return form == data::DataFormat::table || form == data::DataFormat::mriqc;
  }
};

/// The results of a check.
struct Outcome {
  std::vector<SiteFile> files;
  std::optional<CheckedReference> reference;
  Problems given;    ///< in the settings and the reference
  Problems between;  ///< between files

  std::size_t count(Gravity gravity) const;
  int exit_code() const;        ///< 0; 2 with problems to look at; 1 with problems to correct
  std::string verdict() const;  ///< one line
};

/// Returns the results as text for a terminal.
/// @param all lists every measure, not only the first ones
std::string text_of(const Outcome& outcome, bool all);

/// Returns the results as JSON, as docs/inputs.md describes it.
Json json_of(const Outcome& outcome);

/// Turns a reader's error into a problem, with the row and column from its text.
/// @param input the file's name in the error ("site_data")
/// @param name replaces that name
Problem problem_of(const std::string& error, const std::string& input, const std::string& name);

/// Reads the file of settings, with the files that it names.
/// @return the result of run::with_settings_read
/// @throws InputError as a run and `dsne summarize` do
Json read_settings(const boost::filesystem::path& file);

/// Reads the reference like a site that gives it.
/// @throws InputError when a run could not use it
CheckedReference read_reference(const boost::filesystem::path& file, const Json& settings);

/// Returns names for files: their own or, if two have the same one, their paths.
Names distinct_names(const Names& files);

/// Reads a file like a run, and looks for everything wrong or odd in it.
/// @param name names it in reports
/// @param reference null without one
SiteFile check_file(const boost::filesystem::path& file, const std::string& name,
                    const Json& settings, const CheckedReference* reference);

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

/// Finds measures, which must outlive it, by their names.
class NamedMeasures {
 public:
  /// @param measures null for none
  explicit NamedMeasures(const MeasureViews* measures);

  /// Returns the first measure of a name; null for none.
  const MeasureView* find(const std::string& name) const;

 private:
  std::map<std::string, const MeasureView*> by_name_;
};

/// Finds values that look like codes for "missing": -999 and the like, or 0, outside the range of
/// all other values.
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

/// What errors call the file of the option `--verdict-model`.
inline constexpr const char* the_verdict_model = "the model (--verdict-model)";

/// Lists the rows that raters elsewhere would exclude, by a model of their verdicts.
/// @return nothing if nobody is listed, else a problem of kind `like_excluded`; or a problem that a
///   measure of the model is not in the file
std::optional<Problem> like_excluded(const SiteFile& file, const quality::NamedVerdictModel& model);

/// Compares files as different sites of a run: their measures, headers, kinds of scans and units,
/// and persons who are in two of them.
Problems compare_files(const std::vector<SiteFile>& files);

/// Returns a file's text for a terminal: without control characters, and at most `most` characters.
std::string shown_text(const std::string& text, std::size_t most = 40);

/// Formats a number with three to four digits; "" for NaN.
std::string shown_number(double value);

/// Returns a count with its noun: "1 row", "3 rows"; from a thousand on with a comma between
/// thousands.
std::string counted(std::size_t count, const std::string& one, const std::string& several);

/// Joins the first `most` items with commas, and the number of further ones.
std::string listed(const std::vector<std::string>& items, std::size_t most = 8);

/// Joins numbers likewise.
std::string listed(const std::vector<std::size_t>& numbers, std::size_t most = 8);

/// Returns "about 100 times the others", or "about 1/100 of the others" for a power of ten below 0.
std::string factor_text(int power, const std::string& whose);

/// Returns a clause as a sentence of its own. A file's name at its beginning stays as it is.
std::string sentence(std::string text);

/// Returns "row 3", or "rows 3, 4" as `listed` joins them.
std::string rows_text(const std::vector<std::size_t>& rows, std::size_t most = 8);

}  // namespace dsne::tools::checking
