#pragma once

#include <boost/filesystem/path.hpp>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "data/data_format.h"
#include "data/table.h"
#include "data/text_input.h"
#include "data/text_layout.h"
#include "run/reference/run_reference.h"

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

}  // namespace dsne::tools::checking
