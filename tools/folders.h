#pragma once

#include <boost/core/noncopyable.hpp>
#include <string>
#include <vector>

#include "core/files.h"

namespace dsne::tools {

/// Copies the content of `from` into each folder of `to`, which is made if missing. Replaces files
/// of the same name and merges folders. A reader sees a file whole or not at all.
/// @param sender names the files' owner in errors ("local0")
/// @throws StorageError when a file cannot be written, or `from` holds something that is neither a
///   file nor a folder
void copy_all(const fs::path& from, const std::vector<fs::path>& to, const std::string& sender);

/// Delivers a node's files: calls `copy_all`, then empties `from`.
/// @throws StorageError as `copy_all`; `from` then keeps its files
void deliver(const fs::path& from, const std::vector<fs::path>& to, const std::string& sender);

/// Removes the content of a folder, but not the folder.
/// @throws StorageError when something cannot be removed
void empty_folder(const fs::path& folder);

/// Makes a folder and its parents if missing.
/// @param what names it in errors (never its path)
/// @throws StorageError when it cannot be made
void make_folder(const fs::path& folder, const std::string& what);

/// A new folder for temporary files that only this user can enter (mode 0700). It is removed with
/// its content when destroyed.
class ScratchFolder : private boost::noncopyable {
 public:
  /// @throws StorageError when it cannot be made
  ScratchFolder();
  ~ScratchFolder();

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace dsne::tools
