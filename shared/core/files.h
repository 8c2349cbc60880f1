#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace dsne {

namespace fs = boost::filesystem;

/// True when `name` is a plain file name: no separator, not empty, "." or "..", no control
/// character. Only such a name may be joined to a directory when it came from outside.
bool is_plain_name(std::string_view name);

/// The folders beside a folder, itself excepted; links are no folders.
/// @param what how an error names the folder that they are in
/// @throws StorageError when that cannot be listed
std::vector<fs::path> folders_beside(const fs::path& folder, std::string_view what);

/// The whole content of a file.
/// @param what how an error names the file (never its path)
/// @throws StorageError when it cannot be read
std::string read_file(const fs::path& file, std::string_view what);

/// Writes a file so that a reader, or a crash, sees the old content or the new one, never a part:
/// a temporary file in the same folder, flushed to disk, then renamed. Only its owner may read it;
/// root gives it to the owner of its folder.
/// @param what how an error names the file (never its path)
/// @throws StorageError when it cannot be written; the old content is then still there
void write_atomically(const fs::path& file, std::string_view content, std::string_view what);

/// write_atomically for a file that must not be there yet.
/// @throws StorageError when it cannot be written, or is there
void write_new(const fs::path& file, std::string_view content, std::string_view what);

/// Makes a folder that only its owner may open, unless it is there; the folder above must be.
/// @throws StorageError when it cannot be made
void make_private_folder(const fs::path& folder, std::string_view what);

/// A file that is yet to be written.
struct File {
  std::string name;  ///< its path in the folder that it is for
  std::string content;
  std::string what;  ///< how an error names it
};
using Files = std::vector<File>;

/// Writes files into a folder, each atomically, one after the other, and makes the folders that
/// they are in there.
/// @throws StorageError when one cannot be written
void write_files(const Files& files, const fs::path& folder);

/// Appends one line to a file and flushes it to disk before returning. A new file is only its
/// owner's to read. A line that could not be
/// written whole is taken back. A link is not followed.
/// @throws StorageError when it cannot be written
void append_line(const fs::path& file, std::string_view line, std::string_view what);

}  // namespace dsne
