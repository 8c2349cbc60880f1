#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"

/// The whole content of a file, "" when there is none.
std::string content(const dsne::fs::path& file);

/// Writes a file, and the folders above it.
void write(const dsne::fs::path& file, const std::string& text);

/// All that is in a folder: each file's content by its path below the folder, each folder's path
/// with a slash at its end.
std::map<std::string, std::string> snapshot(const dsne::fs::path& folder);

/// The cells of a CSV text without quotes, row by row.
std::vector<std::vector<std::string>> cells_of(const std::string& table);

/// The same of a file.
std::vector<std::vector<std::string>> csv_cells(const dsne::fs::path& file);

/// The data that a page's script draws.
dsne::Json data_of(const std::string& page);

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text);
