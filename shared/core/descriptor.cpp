#include "core/descriptor.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "core/errors.h"

namespace dsne {

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

bool Descriptor::close() { return ::close(std::exchange(fd_, -1)) == 0; }

std::ptrdiff_t read_into(const Descriptor& descriptor, std::span<std::byte> bytes) {
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t count = ::read(descriptor.get(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  return static_cast<std::ptrdiff_t>(size);
}

FolderLock::FolderLock(const boost::filesystem::path& folder, std::string_view what)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  while (!descriptor_.is_open() || ::flock(descriptor_.get(), LOCK_EX) != 0) {
    if (descriptor_.is_open() && errno == EINTR) continue;
    throw StorageError("cannot lock " + std::string(what) + ": " + std::strerror(errno));
  }
}

}  // namespace dsne
