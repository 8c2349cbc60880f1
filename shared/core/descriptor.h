#pragma once

#include <boost/core/noncopyable.hpp>
#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <span>
#include <string_view>

namespace dsne {

/// An open file descriptor that closes itself.
class Descriptor : private boost::noncopyable {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor();

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  /// Closes now, to catch a late write error. @return false when there was one
  bool close();

 private:
  int fd_;
};

/// Reads into `bytes` until they are full or the file ends.
/// @return how many bytes were read; −1 on an error, which errno names
std::ptrdiff_t read_into(const Descriptor& descriptor, std::span<std::byte> bytes);

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
