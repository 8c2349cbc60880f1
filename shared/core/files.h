#pragma once

#include <boost/core/noncopyable.hpp>
#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dsne {

namespace fs = boost::filesystem;

/// Returns whether `name` is a plain file name: not empty, "." or "..", no separator, no control
/// character. Only such a name from outside may be joined to a directory.
bool is_plain_name(std::string_view name);

/// Returns the folder that a file is in: `.` for a plain name.
fs::path folder_of(const fs::path& file);

/// Lists the other folders in a folder's parent. Skips links.
/// @param what names the parent in errors
/// @throws StorageError when the parent cannot be listed
std::vector<fs::path> folders_beside(const fs::path& folder, std::string_view what);

/// Reads a whole file.
/// @param what names the file in errors (never its path)
/// @throws StorageError when it cannot be read
std::string read_file(const fs::path& file, std::string_view what);

/// Writes a file atomically: a reader, or a crash, sees the old content or the new one. Writes a
/// temporary file in the same folder, flushes it to disk and renames it. Only the file's owner may
/// read it; root gives it to the owner of its folder.
/// @param what names the file in errors (never its path)
/// @throws StorageError when it cannot be written; the old content is then unchanged
void write_atomically(const fs::path& file, std::string_view content, std::string_view what);

/// Removes what `write_atomically` left unfinished in a folder, or in a folder of it, because its
/// process was killed. Nobody else may be writing there.
void remove_unfinished(const fs::path& folder);

/// Writes a file as `write_atomically` does, but never replaces one.
/// @throws StorageError when it cannot be written or exists already
void write_new(const fs::path& file, std::string_view content, std::string_view what);

/// A file to be written.
struct File {
  std::string name;  ///< its path within the destination folder
  std::string content;
  std::string what;  ///< names it in errors
};
using Files = std::vector<File>;

/// Writes files into a folder, each atomically, and makes the subfolders that they need.
/// @throws StorageError when one cannot be written
void write_files(const Files& files, const fs::path& folder);

/// Appends a line to a file and flushes it to disk. A new file is readable by its owner only.
/// Removes a line that could not be written whole. Does not follow links.
/// @throws StorageError when the line cannot be written
void append_line(const fs::path& file, std::string_view line, std::string_view what);

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
class FolderLock : private boost::noncopyable {
 public:
  /// @param what names the folder in errors
  /// @throws StorageError when the folder cannot be opened or its file system has no locks
  FolderLock(const fs::path& folder, std::string_view what);

 private:
  Descriptor descriptor_;  ///< closing it releases the lock
};

}  // namespace dsne
