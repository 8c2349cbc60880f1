#include "core/descriptor.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

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

}  // namespace dsne
