#pragma once

#include <boost/filesystem/path.hpp>
#include <string_view>

#include "core/descriptor.h"

namespace dsne {

/// Locks a folder for one process until destroyed. Other processes wait.
class FolderLock {
 public:
  /// @param what names the folder in errors
  /// @throws StorageError when the folder cannot be opened or its file system has no locks
  FolderLock(const boost::filesystem::path& folder, std::string_view what);

 private:
  Descriptor descriptor_;  ///< closing it releases the lock
};

}  // namespace dsne
