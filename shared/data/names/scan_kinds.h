#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// Returns the fixed list of kinds of scans that sites send each other, with BIDS' names.
const std::vector<std::string>& scan_kinds();

/// Returns the kind of scan at the end of an id, with BIDS' name: "T1w" for "sub-01_t1w.nii.gz".
/// Case and an image's extension do not matter.
/// @return a name of a fixed list; "" when the id names none
std::string kind_in_id(std::string_view id);

/// Returns the kind of scan in a cell of a column such as "suffix" or "modality".
/// @return a name of a fixed list, another_kind, or "" for a missing value and for words that
///   several kinds share ("anat")
std::string kind_in_cell(std::string_view cell);

/// Stands for a kind that is not on the list. Messages never hold the cell's own text.
inline constexpr std::string_view another_kind = "another kind";

}  // namespace dsne::data
