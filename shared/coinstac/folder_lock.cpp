#include "coinstac/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace dsne {

FolderLock::FolderLock(const boost::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!descriptor_.is_open()) return;
  while (::flock(descriptor_.get(), LOCK_EX) != 0 && errno == EINTR) {
  }
}

}  // namespace dsne
