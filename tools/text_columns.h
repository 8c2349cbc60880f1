#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne::tools {

/// Reads the names of a text table's columns from its first row that is not blank.
/// @throws InputError when the file cannot be read or is empty
std::vector<std::string> column_names(const fs::path& file, const std::string& input);

/// Reads the text of some columns: for each row of data one cell per name.
/// @param names of the columns in the header
/// @param input how errors name the file
/// @throws InputError when the file cannot be read, has no such column, or a cell of one is not
///   UTF-8
std::vector<std::vector<std::string>> read_text_columns(const fs::path& file,
                                                        const std::vector<std::string>& names,
                                                        const std::string& input);

/// Reads the labels of one column, "" for none (see label_text).
/// @throws InputError as read_text_columns
std::vector<std::string> read_label_column(const fs::path& file, const std::string& name,
                                           const std::string& input);

/// The content of a run's embedding.csv.
struct EmbeddingFile {
  Matrix coordinates;               ///< points × 2 or 3
  std::vector<std::string> sites;   ///< each point's site; empty if the file has none
  std::vector<std::string> labels;  ///< each point's label, "" for none; or empty
};

/// Reads a CSV file with the columns x, y and, in three dimensions, z, and optionally site and
/// label. Ignores others.
/// @param input names the file in errors
/// @throws InputError when it has other columns, or a coordinate is missing
EmbeddingFile read_embedding_file(const fs::path& file, const std::string& input);

}  // namespace dsne::tools
