#pragma once

#include <boost/filesystem/path.hpp>
#include <map>
#include <optional>
#include <string>

namespace dsne::data {

/// Returns a path's last part, also of Windows paths, because lists often hold paths from another
/// computer.
std::string last_part(const std::string& path);

/// Finds files of a folder by names as people write them.
class ListedFiles {
 public:
  explicit ListedFiles(boost::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Returns the file with this name in the folder itself, with accents composed or not; nothing if
  /// there is none, or the name is not plain.
  std::optional<boost::filesystem::path> find(const std::string& name);

 private:
  void list();

  boost::filesystem::path folder_;
  std::map<std::string, boost::filesystem::path> composed_;
};

}  // namespace dsne::data
