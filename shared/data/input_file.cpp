#include "data/input_file.h"

#include <boost/filesystem/operations.hpp>

#include "core/errors.h"

namespace dsne::data {

std::ifstream open_input(const boost::filesystem::path& file, const std::string& input) {
  namespace fs = boost::filesystem;
  boost::system::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_not_found) throw InputError(input + ": the file is missing");
  if (!fs::is_regular_file(status)) throw InputError(input + " is not a file");
  std::ifstream in(file.c_str(), std::ios::binary);
  if (!in) throw InputError(input + ": the file cannot be opened");
  return in;
}

}  // namespace dsne::data
