#pragma once

#include <boost/filesystem.hpp>

/// A new empty folder that is removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(boost::filesystem::temp_directory_path() /
              boost::filesystem::unique_path("dsne-test-%%%%-%%%%-%%%%")) {
    boost::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    boost::system::error_code ignored;
    boost::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;

  const boost::filesystem::path& path() const { return path_; }

 private:
  boost::filesystem::path path_;
};
