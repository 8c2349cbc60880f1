#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dsne::tools {

/// A table in Markdown whose columns are padded, so that it can be read as it is. The first row is
/// the header; the first column is aligned left, the others right.
/// @pre every row is as long as the first
std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

/// A measure for people: three decimals, fewer for large values; "n/a" where there is none.
std::string measure_text(std::optional<double> value);

/// The table of all measures: a row per measure, named with an arrow for the better direction, and
/// a column per map. Measures that no map has are left out.
/// @param cells for each map the text of every measure, in the order of measure_names(); "n/a"
///   where there is none
std::string measure_table(const std::vector<std::string>& embedding_names,
                          const std::vector<std::vector<std::string>>& cells);

}  // namespace dsne::tools
