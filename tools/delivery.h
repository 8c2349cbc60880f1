#pragma once

#include <string>
#include <vector>

#include "core/files.h"

namespace dsne::tools {

/// Copies all that is in the folder `from` into each folder of `to` (made when missing), over files
/// there by the same name; folders are merged. Whoever looks into `to` sees a file whole or not at
/// all.
/// @param sender whose files they are, for the error ("local0")
/// @throws StorageError when a file cannot be written, or `from` holds something that is neither a
///   file nor a folder
void copy_all(const fs::path& from, const std::vector<fs::path>& to, const std::string& sender);

/// Delivers what a node sends: `copy_all`, then `from` is emptied.
/// @throws StorageError as `copy_all`; `from` then keeps its files
void deliver(const fs::path& from, const std::vector<fs::path>& to, const std::string& sender);

/// Removes all that is in a folder, not the folder itself.
/// @throws StorageError when something cannot be removed
void empty_folder(const fs::path& folder);

/// Makes a folder, and those above it, when missing.
/// @param what how an error names it (never its path)
/// @throws StorageError when it cannot be made
void make_folder(const fs::path& folder, const std::string& what);

}  // namespace dsne::tools
