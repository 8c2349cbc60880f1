#pragma once

#include <boost/filesystem/path.hpp>
#include <string_view>

#include "core/descriptor.h"

namespace dsne {

/// Holds a folder for one process at a time, until destroyed: the others wait.
class FolderLock {
 public:
  /// @param what how an error names the folder
  /// @throws StorageError when the folder cannot be opened, or its file system knows no locks
  FolderLock(const boost::filesystem::path& folder, std::string_view what);

 private:
  Descriptor descriptor_;  ///< closing it gives the folder free
};

}  // namespace dsne
