#pragma once

#include "core/files.h"

namespace dsne::tools {

/// A new folder for temporary files that only this user can enter (mode 0700). It is removed with
/// its content when destroyed.
class ScratchFolder {
 public:
  /// @throws StorageError when it cannot be made
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ScratchFolder(ScratchFolder&&) = delete;
  ScratchFolder& operator=(ScratchFolder&&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace dsne::tools
