#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "small_data.h"

/// The whole content of a file, "" when there is none.
std::string content(const dsne::fs::path& file);

/// Writes a file, and the folders above it.
void write(const dsne::fs::path& file, const std::string& text);

/// All that is in a folder: each file's content by its path below the folder, each folder's path
/// with a slash at its end.
std::map<std::string, std::string> snapshot(const dsne::fs::path& folder);

/// The cells of a CSV text, or file, without quotes, row by row.
Cells cells_of(const std::string& table);
Cells csv_cells(const dsne::fs::path& file);

/// The data that a page's script draws.
dsne::Json data_of(const std::string& page);

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text);
