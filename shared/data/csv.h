#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// Returns one line of a CSV file (RFC 4180) without its line end; quotes fields if needed.
std::string csv_line(const std::vector<std::string>& cells);

/// Returns csv_line for a file that people open in a spreadsheet. Text that a spreadsheet would run
/// as a formula gets an apostrophe, because ids and labels come from others.
std::string spreadsheet_line(std::vector<std::string> cells);

/// Returns a cell without the apostrophe of spreadsheet_line.
std::string without_apostrophe(std::string_view cell);

/// Returns the shortest text that reads back as the same double ("0.1", "1e-05").
std::string number_text(double value);

/// The reference data of all sites.
struct Reference {
  Matrix values;                      ///< points × features, all finite
  std::vector<std::string> features;  ///< the features' names; empty if they have none
  std::vector<std::string> labels;    ///< one per point ("" if missing); empty without labels
};

/// Writes the reference in its only text form, of which the digest is taken.
///
/// CSV (RFC 4180, LF): a line `label,<feature names>`, names empty if there are none; then a line
/// per point, its label and its values, each the shortest text that reads back as the same double.
/// The same reference gives the same bytes, and parse_reference_csv returns the same reference,
/// except that labels are removed if all are missing.
std::string reference_csv(const Reference& reference);

/// Reads the text of reference_csv.
/// @throws InputError when it is malformed: another first column, no point, no feature, a row that
///   is too long, too short or incomplete, a value that is not finite or beyond largest_value, text
///   that is not UTF-8, or names for only some features
Reference parse_reference_csv(const std::string& text);

}  // namespace dsne::data
