#pragma once

#include <boost/filesystem/path.hpp>

#include "coinstac/descriptor.h"

namespace dsne {

/// Holds a folder for one process at a time, until destroyed: the others wait. Where the file
/// system knows no locks, or the folder cannot be opened, nobody waits.
class FolderLock {
 public:
  explicit FolderLock(const boost::filesystem::path& folder);

 private:
  Descriptor descriptor_;  ///< closing it gives the folder free
};

}  // namespace dsne
