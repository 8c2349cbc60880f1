#include "tools/output_folder.h"

#include <unistd.h>

#include <boost/filesystem/operations.hpp>

#include "core/errors.h"

namespace dsne::tools {

void make_output_folder(const fs::path& folder) {
  boost::system::error_code error;
  fs::create_directories(folder, error);
  if (error) throw StorageError("cannot make the folder of the results (--output)");
  if (::access(folder.c_str(), W_OK) != 0) {
    throw StorageError("cannot write to the folder of the results (--output)");
  }
}

}  // namespace dsne::tools
