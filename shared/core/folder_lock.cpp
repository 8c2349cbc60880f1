#include "core/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "core/errors.h"

namespace dsne {
namespace {

[[noreturn]] void cannot_lock(std::string_view what) {
  throw StorageError("cannot lock " + std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

FolderLock::FolderLock(const boost::filesystem::path& folder, std::string_view what)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!descriptor_.is_open()) cannot_lock(what);
  while (::flock(descriptor_.get(), LOCK_EX) != 0) {
    if (errno != EINTR) cannot_lock(what);
  }
}

}  // namespace dsne
