#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dsne::tools {

/// Returns a Markdown table with padded columns, readable as plain text. The first row is the
/// header; the first column is aligned left, the others right.
/// @pre every row is as long as the first
std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

/// Formats a measure for people: three decimals, fewer for large values; "n/a" for none.
std::string measure_text(std::optional<double> value);

/// A map's measures, in the order of measure_names(); nothing where there is none.
using Measures = std::vector<std::optional<double>>;

/// Returns the table of all measures: a row per measure, with an arrow for the better direction,
/// and a column per map. Leaves out measures without any value.
std::string measure_table(const std::vector<std::string>& embedding_names,
                          const std::vector<Measures>& measured);

}  // namespace dsne::tools
