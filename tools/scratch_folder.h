#pragma once

#include <boost/core/noncopyable.hpp>

#include "core/files.h"

namespace dsne::tools {

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
