#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "data/reading.h"

namespace dsne::data {

/// Whether the first row of a text table holds the names of its columns.
enum class Header { automatic, present, absent };

/// How to read a table: which columns are what, by name or, in a text table without header, by
/// number ("1", "2", …). Empty means "not there", and for the features "every column whose first
/// value is a number", the id and label columns excepted. A `.npy` has features only.
///
/// `features_later` is for who learns only later which features are wanted (with_features):
/// features are then all columns whose first value is not text, columns without a name excepted,
/// and a text in one of them is an error for a feature that is wanted.
struct TableFormat {
  Header header = Header::automatic;
  std::string id_column;
  std::string label_column;
  std::vector<std::string> feature_columns;
  std::vector<std::string> no_features;  ///< columns that are none though they hold numbers, unless
                                         ///< feature_columns names them
  bool may_lack_columns = false;  ///< it is no error when the id or the label column is not there
  bool features_later = false;    ///< without effect where feature_columns names features
};

/// The largest absolute value that is read: squared distances of larger ones could overflow.
inline constexpr double largest_value = 1e100;

/// A data set as it was read: one row per subject.
struct Table {
  Matrix values;                      ///< subjects × features; NaN where a value is missing
  std::vector<std::string> features;  ///< the features' names; empty when the file has none
  std::vector<std::string> ids;  ///< one per row; the row's number, from 1, without an id column
  std::vector<std::string> persons;  ///< whose each row is, as a column says ("" where missing);
                                     ///< empty without such a column
  std::vector<std::string> labels;   ///< one per row ("" where missing); empty without labels
  std::vector<std::size_t> rows;     ///< where each row stood in the file, for errors: the
                                     ///< spreadsheet's row number, counted from 1, header included
  std::vector<std::size_t> columns;  ///< where each feature's column stood in the file, from 1
  /// With features_later: the row of each feature's first cell that is text, 0 where none is; the
  /// value there is NaN.
  std::vector<std::size_t> text_rows;
  Reading reading;  ///< what was found and done
};

/// Reads a table of numbers from a text table (open_text, find_layout, choose_columns) or `.npy`,
/// told apart by content. What was found and done is in its `reading`.
///
/// `.npy`: versions 1 to 3, one or two dimensions, float32, float64, (u)int8 to (u)int64 and bool,
/// C or Fortran order. Rows that hold an id and no value of a measure are no subjects.
///
/// An infinity, or a value beyond largest_value, is an error in a feature column; elsewhere text is
/// kept as it is, but labels in the form of read_labels. Text is read in two passes, so that memory
/// is little more than the values'.
///
/// @param input how errors name the file ("site_data"); they carry no value, no name, no path, and
///   count rows and columns from 1
/// @throws InputError when the file is missing, empty, binary, truncated or ragged, has no row,
/// holds
///   something else than a number in a feature column, a column that was asked for is not there or
///   not the only one of its name, or two rows have the same id
Table read_table(const boost::filesystem::path& file, const std::string& input,
                 const TableFormat& format);

/// The table with these features only, in this order, found by any spelling of their names.
/// @param whose how errors name the list of features ("the reference")
/// @throws InputError telling the features that the table lacks by their positions, from 1, and of
///   quality measures, whose names are everyone's, by their names, the first five; or as
///   require_numbers does
Table with_features(Table table, std::vector<std::string> features, const std::string& input,
                    const std::string& whose);

/// @throws InputError naming row and column when a feature has a cell that is text
void require_numbers(const Table& table, const std::string& input);

/// @throws InputError when two rows have the same id
void check_ids(const Table& table, const std::string& input);

/// Reads one label per point: a text file with one label a line, a table of one column, or `.npy`.
///
/// Whole numbers are labels without a decimal point, however they are written ("3.0e0" is "3"); a
/// missing value is the label "". Labels may be numbers or text, so the number of rows tells
/// whether the first one is a header.
///
/// @param points how many labels there must be
/// @throws InputError as read_table does, and when there are more or fewer labels than points
std::vector<std::string> read_labels(const boost::filesystem::path& file, const std::string& input,
                                     std::size_t points);

}  // namespace dsne::data
