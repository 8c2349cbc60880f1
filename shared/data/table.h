#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/matrix.h"
#include "data/reading.h"

namespace dsne::data {

struct TextInput;

/// Whether the first row of a text table holds the names of its columns.
enum class Header { automatic, present, absent };

/// How to read a table: its columns, by name or, in a text table without a header, by number ("1",
/// "2", …). Empty means none; for the features it means every column whose first value is a number,
/// except the id and label columns. A `.npy` has features only.
///
/// With `features_later` the wanted features are chosen later (with_features). Until then, features
/// are all columns with a name whose first value is not text, and a cell of text is an error only
/// in a wanted feature.
struct TableFormat {
  Header header = Header::automatic;
  std::string id_column;
  std::string label_column;
  std::vector<std::string> feature_columns;
  std::vector<std::string> no_features;  ///< not features, unless in feature_columns
  std::string person_column;             ///< says whose each row is
  bool each_row_is_a_person = false;     ///< no two rows are of one person
  bool may_lack_columns = false;         ///< id, label and person column may be missing
  bool features_later = false;           ///< without effect if feature_columns names features
};

/// The largest absolute value accepted: squared distances of larger ones could overflow.
inline constexpr double largest_value = 1e100;

/// A data set as read: one row per subject.
struct Table {
  Matrix values;                      ///< subjects × features; NaN where a value is missing
  std::vector<std::string> features;  ///< the features' names; empty when the file has none
  std::vector<std::string> ids;  ///< one per row; the row's number, from 1, without an id column
  std::vector<std::string> persons;  ///< whose each row is (settle_persons)
  std::vector<std::string> labels;   ///< one per row ("" where missing); empty without labels
  std::vector<std::size_t> rows;     ///< where each row stood in the file, for errors: the
                                     ///< spreadsheet's row number, counted from 1, header included
  std::vector<std::size_t> columns;  ///< where each feature's column stood in the file, from 1
  /// With features_later: the row of each feature's first cell that is text, 0 where none is; the
  /// value there is NaN.
  std::vector<std::size_t> text_rows;
  Reading reading;  ///< how it was read

  /// Visits what a site keeps between two steps (core/state.h), but for the values.
  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("features", self.features);
    visit("ids", self.ids);
    visit("persons", self.persons);
    visit("labels", self.labels);
    visit("rows", self.rows);
    visit("columns", self.columns);
    visit("text_rows", self.text_rows);
    visit("notes", self.reading.notes);
    visit("left_out", self.reading.left_out);
  }
};

/// Reads a table of numbers from a text table (open_text, find_layout, choose_columns) or `.npy`;
/// the content decides which. `reading` says how.
///
/// `.npy`: versions 1 to 3, one or two dimensions, float32, float64, (u)int8 to (u)int64 and bool,
/// C or Fortran order. Skips rows with an id but no value of a measure.
///
/// An infinity, or a value beyond largest_value, is an error in a feature column. Other columns
/// keep their text, labels in the form of read_labels. Text is read in two passes, so that memory
/// holds little more than the values.
///
/// @param source names the file in errors ("site_data"), which hold no value, name or path, and
///   count rows and columns from 1
/// @throws InputError when the file is missing, empty, binary, truncated or ragged, has no row, a
///   cell of a feature column is not a number, a requested column is missing or not unique, or two
///   rows have the same id
Table read_table(const boost::filesystem::path& file, const Source& source,
                 const TableFormat& format);

/// Reads a text table; see read_table.
Table read_text_table(const TextInput& text, const Source& source, const TableFormat& format);

/// Returns the numbers from 1 as names, such as those of a `.npy`'s rows and columns.
std::vector<std::string> numbered_names(std::size_t count);

/// Returns the entries at these positions, in this order; none of none.
template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<std::size_t>& positions) {
  std::vector<T> entries;
  for (const std::size_t at : positions) {
    if (!all.empty()) entries.push_back(all[at]);
  }
  return entries;
}

/// Keeps the rows at these positions, in this order.
void keep_rows(Table& table, const std::vector<std::size_t>& kept);

/// Keeps the features at these positions, in this order.
void keep_features(Table& table, const std::vector<std::size_t>& kept);

/// Returns the table with these features only, in this order, found by any spelling of their names.
/// @param whose names the list of features in errors ("the reference")
/// @throws InputError naming the first five missing features by position, from 1, or by name for
///   quality measures, whose names are public; or as require_numbers does
Table with_features(Table table, std::vector<std::string> features, const Source& source,
                    const std::string& whose);

/// Checks that no feature has a cell of text. @throws InputError naming row and column
void require_numbers(const Table& table, const Source& source);

/// Returns "rows 2 and 5", as the file numbers the rows at two positions.
std::string two_rows(const Table& table, const std::pair<std::size_t, std::size_t>& positions);

/// Returns whether the rows at two positions have the same values.
bool are_copies(const Table& table, const std::pair<std::size_t, std::size_t>& positions);

/// Checks ids. @throws InputError when two rows have the same id
void check_ids(const Table& table, const Source& source);

/// Reads one label per point from a text file with one label per line, a table of one column, or
/// `.npy`.
///
/// Whole numbers become labels without a decimal point ("3.0e0" is "3"); a missing value is the
/// label "". Labels may be numbers or text, so only the number of rows shows whether the first one
/// is a header.
///
/// @param points the required number of labels
/// @throws InputError as read_table does, and when there are more or fewer labels than points
std::vector<std::string> read_labels(const boost::filesystem::path& file, const Source& source,
                                     std::size_t points);

}  // namespace dsne::data
