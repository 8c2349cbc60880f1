#pragma once

#include <string>
#include <string_view>

#include "summary/common_map.h"

namespace dsne::summary {

/// Writes the map as a JSON file with one row of numbers per line. Numbers read back as the same
/// doubles.
/// - `dsne_frame`: 1, the version of this format
/// - `about`, if it is public: whose subjects it shows
/// - `kind`: "measures" or "array"; `perplexity`; `dimensions`; `measures`, their names
/// - `sites`: each its name `site`, how many `subjects` each row stands for, its `rows` in the
///   measures' own units, `spread`, and `excluded` where it shares that; `covariates`, if it
///   has some: their `names`, `rows`, `spread` and `slopes`
/// - `reference`: public points, in the same units; empty for none
/// - `middle` and `scale`, by which measures are compared, or the `variances` of the components
/// - `points`: how many subjects each point of the map stands for, and `positions`, one each: the
///   sites' rows in their order, then the reference; empty where there is no common map. Rows that
///   were merged, of more than most_points, are a point
/// - `divergence` of the positions in nats
/// Rows of arrays are packed (core/json.h).
std::string map_text(const CommonMap& map);

/// Returns a fingerprint of the text of map_text, by which people see that two files are the same
/// map: 8 hexadecimal digits.
std::string map_fingerprint(std::string_view text);

/// Returns whether a text begins like the text of map_text.
bool is_map_text(std::string_view text);

/// Reads the text of map_text from another node, and computes pool, scales and components again.
/// @param input names the map in errors, which hold no value and no name
/// @throws InputError when the text is malformed, a summary in it is invalid, or a computed number
///   differs from the text by more than 1e-6 of its size
CommonMap parse_map(const std::string& text, const std::string& input);

}  // namespace dsne::summary
