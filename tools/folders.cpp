#include "tools/folders.h"

#include <boost/filesystem/operations.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "core/errors.h"

namespace dsne::tools {
namespace {

void copy_atomically(const fs::path& from, const fs::path& to) {
  const fs::path part = to.parent_path() / fs::unique_path(".%%%%-%%%%-%%%%.part");
  try {
    // Boost's own does not copy from a disk into memory (Linux 5.19 and later).
    std::filesystem::copy_file(from.string(), part.string());
    fs::rename(part, to);
  } catch (...) {
    boost::system::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
}

}  // namespace

void copy_all(const fs::path& from, const std::vector<fs::path>& to, const std::string& sender) {
  try {
    for (const auto& entry : fs::recursive_directory_iterator(from)) {
      const fs::path name = entry.path().lexically_relative(from);
      const fs::file_type type = entry.symlink_status().type();
      if (type != fs::directory_file && type != fs::regular_file) {
        throw StorageError("cannot copy the files of " + sender +
                           ": only files and folders travel");
      }
      for (const fs::path& folder : to) {
        const bool is_file = type == fs::regular_file;
        fs::create_directories(is_file ? (folder / name).parent_path() : folder / name);
        if (is_file) copy_atomically(entry.path(), folder / name);
      }
    }
  } catch (const fs::filesystem_error& error) {
    throw StorageError("cannot copy the files of " + sender + ": " + error.code().message());
  } catch (const std::system_error& error) {
    throw StorageError("cannot copy the files of " + sender + ": " + error.code().message());
  }
}

void deliver(const fs::path& from, const std::vector<fs::path>& to, const std::string& sender) {
  copy_all(from, to, sender);
  empty_folder(from);
}

void empty_folder(const fs::path& folder) {
  try {
    for (const auto& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path());
  } catch (const fs::filesystem_error& error) {
    throw StorageError("cannot empty a folder: " + error.code().message());
  }
}

void make_folder(const fs::path& folder, const std::string& what) {
  boost::system::error_code error;
  // Boost cannot make "." and "..", which are there.
  if (fs::is_directory(folder, error)) return;
  fs::create_directories(folder, error);
  if (error) throw StorageError("cannot make " + what + ": " + error.message());
}

ScratchFolder::ScratchFolder() {
  boost::system::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) throw StorageError("there is no folder for temporary files: " + error.message());
  std::string name = (fs::absolute(parent) / "dsne-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw StorageError(std::string("cannot make a temporary folder: ") + std::strerror(errno));
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  boost::system::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace dsne::tools
