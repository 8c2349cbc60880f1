#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// The fixed list: the kinds of scans that sites tell each other, as BIDS names them.
const std::vector<std::string>& scan_kinds();

/// The kind of scan that an id ends in, as BIDS names it: "T1w" for "sub-01_t1w.nii.gz". Case and
/// an image's extension do not matter.
/// @return a name of a fixed list; "" when the id names none
std::string kind_in_id(std::string_view id);

/// The kind of scan that a cell of a column such as "suffix" or "modality" names.
/// @return a name of a fixed list, another_kind, or "" for a missing value and for words that
///   several kinds share ("anat")
std::string kind_in_cell(std::string_view cell);

/// What stands for a kind that the list does not have. Messages never hold the cell's own text.
inline constexpr std::string_view another_kind = "another kind";

}  // namespace dsne::data
