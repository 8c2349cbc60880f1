#pragma once

#include <string>
#include <vector>

#include "core/matrix.h"

namespace dsne::data {

/// The reference data that all sites share.
struct Reference {
  Matrix values;                      ///< points × features, all finite
  std::vector<std::string> features;  ///< the features' names; empty when they have none
  std::vector<std::string> labels;    ///< one per point ("" where missing); empty without labels
};

/// The reference in its one text form, over which its digest is taken.
///
/// CSV (RFC 4180, LF): a line `label,<feature names>`, the names empty where there are none; then a
/// line per point, its label and its values, each the shortest text that reads back as the same
/// double. The same reference gives the same text, byte for byte, and parse_reference_csv the same
/// reference, except that labels which are all missing become none.
std::string reference_csv(const Reference& reference);

/// Reads the text of reference_csv.
/// @throws InputError when it is malformed: another first column, no point, no feature, a row that
/// is
///   too long, too short or not whole, a value that is not a finite number or beyond
///   largest_value, text that is not UTF-8,
///   or names for some of the features only
Reference parse_reference_csv(const std::string& text);

}  // namespace dsne::data
