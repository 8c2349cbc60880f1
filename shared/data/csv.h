#pragma once

#include <string>
#include <string_view>
#include <vector>

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

}  // namespace dsne::data
