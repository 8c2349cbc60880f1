#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// One line of a CSV file (RFC 4180), without its line end: fields are quoted where they must be.
std::string csv_line(const std::vector<std::string>& cells);

/// Returns csv_line of the cells for a file that people open in a spreadsheet: a text that a
/// spreadsheet would take for a formula gets an apostrophe before it. Ids and labels come from
/// others.
std::string spreadsheet_line(std::vector<std::string> cells);

/// A number as text that reads back as the same double, as short as can be ("0.1", "1e-05").
std::string number_text(double value);

}  // namespace dsne::data
