#include "coinstac/directories.h"

#include <boost/filesystem/operations.hpp>

namespace dsne::coinstac {

Folders folders_in(const Directories& directories) {
  return {directories.base, directories.output, directories.cache, {directories.transfer}};
}

ReadReceived received_in(const Directories& directories) {
  return [base = directories.base](const std::string& name,
                                   std::string_view what) -> std::optional<std::string> {
    boost::system::error_code error;
    if (!fs::is_regular_file(base / name, error)) return std::nullopt;
    return read_file(base / name, what);
  };
}

}  // namespace dsne::coinstac
