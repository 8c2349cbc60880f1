#include "core/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "core/errors.h"

namespace dsne {
namespace {

[[noreturn]] void fail(std::string_view doing, std::string_view what, int error) {
  throw StorageError("cannot " + std::string(doing) + " " + std::string(what) + ": " +
                     std::strerror(error));
}

constexpr mode_t file_mode = 0600;
constexpr mode_t folder_mode = 0700;

/// What the name of a file begins with until it is whole.
constexpr std::string_view unfinished_name = ".dsne-unfinished-";

/// Gives a file that root made to the owner of its folder: a container runs as root and writes into
/// folders of the person who reads them.
void give_to_owner_of(const fs::path& folder, int fd) {
  struct stat status {};
  if (::geteuid() != 0 || ::stat(folder.c_str(), &status) != 0) return;
  // A file system without owners shows the file to its user anyway.
  static_cast<void>(::fchown(fd, status.st_uid, status.st_gid) == 0);
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void flush_folder(const fs::path& folder) {
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot flush a folder; the file itself is flushed anyway.
  if (descriptor.is_open()) static_cast<void>(::fsync(descriptor.get()));
}

/// Renames a file to a free name. Unlike `rename`, fails even if the name is taken at this moment.
int rename_to_new(const char* from, const char* to) {
  if (::link(from, to) != 0) return -1;
  ::unlink(from);
  return 0;
}

void write_whole(const fs::path& file, std::string_view content, std::string_view what,
                 int (*rename)(const char*, const char*)) {
  const fs::path folder = folder_of(file);
  std::string temporary = (folder / (std::string(unfinished_name) + "XXXXXX")).string();
  Descriptor descriptor(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!descriptor.is_open()) fail("write", what, errno);
  const auto give_up = [&](int error) {
    ::unlink(temporary.c_str());
    fail("write", what, error);
  };
  give_to_owner_of(folder, descriptor.get());
  if (::fchmod(descriptor.get(), file_mode) != 0 || !write_all(descriptor.get(), content) ||
      ::fsync(descriptor.get()) != 0 || !descriptor.close() ||
      rename(temporary.c_str(), file.c_str()) != 0) {
    give_up(errno);
  }
  flush_folder(folder);
}

/// Makes a folder that only its owner may open, unless it exists. Its parent must exist.
void make_private_folder(const fs::path& folder, std::string_view what) {
  if (::mkdir(folder.c_str(), folder_mode) != 0) {
    if (errno == EEXIST && fs::is_directory(folder)) return;
    throw StorageError("cannot make the folder of " + std::string(what));
  }
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.is_open()) give_to_owner_of(folder.parent_path(), descriptor.get());
}

}  // namespace

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

bool is_plain_name(std::string_view name) {
  if (name.empty() || name == "." || name == ".." || name.size() > 255) return false;
  return std::ranges::none_of(name, [](char c) {
    return c == '/' || c == '\\' || std::iscntrl(static_cast<unsigned char>(c)) != 0;
  });
}

std::vector<fs::path> folders_beside(const fs::path& folder, std::string_view what) {
  std::vector<fs::path> others;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.parent_path())) {
      const bool is_folder = entry.symlink_status().type() == fs::directory_file;
      if (is_folder && entry.path().filename() != folder.filename()) others.push_back(entry.path());
    }
  } catch (const fs::filesystem_error& error) {
    fail("list", what, error.code().value());
  }
  return others;
}

std::string read_file(const fs::path& file, std::string_view what) {
  // A pipe is not waited for, here and below.
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.is_open()) fail("open", what, errno);
  struct stat status {};
  if (::fstat(descriptor.get(), &status) != 0) fail("read", what, errno);
  if (S_ISFIFO(status.st_mode)) fail("read", what, ESPIPE);
  if (!S_ISREG(status.st_mode)) fail("read", what, EISDIR);
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  const std::ptrdiff_t size = read_into(descriptor, std::as_writable_bytes(std::span(content)));
  if (size < 0) fail("read", what, errno);
  content.resize(static_cast<std::size_t>(size));
  return content;
}

void write_atomically(const fs::path& file, std::string_view content, std::string_view what) {
  write_whole(file, content, what, ::rename);
}

void write_new(const fs::path& file, std::string_view content, std::string_view what) {
  write_whole(file, content, what, rename_to_new);
}

void remove_unfinished(const fs::path& folder) {
  // Removing the file that the iterator is at would end it.
  std::vector<fs::path> unfinished;
  boost::system::error_code error;
  fs::recursive_directory_iterator files(folder, fs::directory_options::skip_permission_denied,
                                         error);
  for (const fs::recursive_directory_iterator end; files != end; files.increment(error)) {
    if (files.depth() > 0) files.disable_recursion_pending();
    if (files->path().filename().string().starts_with(unfinished_name)) {
      unfinished.push_back(files->path());
    }
  }
  for (const fs::path& file : unfinished) fs::remove(file, error);
}

void write_files(const Files& files, const fs::path& folder) {
  for (const File& file : files) {
    const fs::path path = folder / file.name;
    if (path.parent_path() != folder) make_private_folder(path.parent_path(), file.what);
    write_atomically(path, file.content, file.what);
  }
}

void append_line(const fs::path& file, std::string_view line, std::string_view what) {
  const Descriptor descriptor(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
             file_mode));
  if (!descriptor.is_open()) fail("write", what, errno);
  const off_t end = ::lseek(descriptor.get(), 0, SEEK_END);
  if (end < 0) fail("write", what, errno);
  if (end == 0) give_to_owner_of(folder_of(file), descriptor.get());
  if (!write_all(descriptor.get(), std::string(line) + '\n') || ::fsync(descriptor.get()) != 0) {
    const int error = errno;
    static_cast<void>(::ftruncate(descriptor.get(), end));
    fail("write", what, error);
  }
  if (end == 0) flush_folder(folder_of(file));
}

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

FolderLock::FolderLock(const fs::path& folder, std::string_view what)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  while (!descriptor_.is_open() || ::flock(descriptor_.get(), LOCK_EX) != 0) {
    if (descriptor_.is_open() && errno == EINTR) continue;
    fail("lock", what, errno);
  }
}

}  // namespace dsne
