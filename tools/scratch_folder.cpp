#include "tools/scratch_folder.h"

#include <boost/filesystem/operations.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/errors.h"

namespace dsne::tools {

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
