#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/matrix.h"

namespace dsne::tools {

/// A map as a run leaves it in embedding.csv.
struct EmbeddingFile {
  Matrix coordinates;               ///< points × 2 or 3
  std::vector<std::string> sites;   ///< each point's site; empty when the file has none
  std::vector<std::string> labels;  ///< each point's label, "" where there is none; or empty
  std::vector<std::string> ids;     ///< each point's id; empty when the file has none
};

/// Reads a CSV file with the columns x, y and, for a map in space, z, and perhaps id, site and
/// label; others are not looked at.
/// @param input how errors name the file
/// @throws InputError when it is no such file or a coordinate is missing
EmbeddingFile read_embedding_file(const fs::path& file, const std::string& input);

}  // namespace dsne::tools
