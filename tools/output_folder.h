#pragma once

#include "core/files.h"

namespace dsne::tools {

/// Makes a folder for results, with those above it, where it is missing.
/// @throws StorageError when it cannot, or when nothing can be written there
void make_output_folder(const fs::path& folder);

}  // namespace dsne::tools
