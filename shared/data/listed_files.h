#pragma once

#include <boost/filesystem/path.hpp>
#include <map>
#include <optional>
#include <string>

namespace dsne::data {

/// A path's last part, of Windows's paths, too: lists are often written where the files once were.
std::string last_part(const std::string& path);

/// The files of a folder by their names as people write them.
class ListedFiles {
 public:
  explicit ListedFiles(boost::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The file of this name in the folder itself, with accents composed or not; nothing without one,
  /// or when it is no plain name.
  std::optional<boost::filesystem::path> find(const std::string& name);

 private:
  void list();

  boost::filesystem::path folder_;
  std::map<std::string, boost::filesystem::path> composed_;
};

}  // namespace dsne::data
