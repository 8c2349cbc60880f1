#pragma once

#include "core/files.h"

namespace dsne::tools {

/// Makes a folder for results and its parents, if missing.
/// @throws StorageError when it cannot be made, or is not writable
void make_output_folder(const fs::path& folder);

}  // namespace dsne::tools
