#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne::tools {

/// The content of a run's embedding.csv.
struct EmbeddingFile {
  Matrix coordinates;               ///< points × 2 or 3
  std::vector<std::string> sites;   ///< each point's site; empty if the file has none
  std::vector<std::string> labels;  ///< each point's label, "" for none; or empty
  std::vector<std::string> ids;     ///< each point's id; empty if the file has none
};

/// Reads a CSV file with the columns x, y and, in three dimensions, z, and optionally id, site and
/// label. Ignores others.
/// @param input names the file in errors
/// @throws InputError when it has other columns, or a coordinate is missing
EmbeddingFile read_embedding_file(const fs::path& file, const std::string& input);

}  // namespace dsne::tools
