#include <algorithm>
#include <boost/filesystem/operations.hpp>

#include "core/files.h"
#include "data/file_list.h"
#include "data/unicode_name.h"

namespace dsne::data {
namespace {

bool is_there(const fs::path& path) {
  boost::system::error_code error;
  return fs::is_regular_file(path, error);
}

}  // namespace

std::string last_part(const std::string& path) {
  const std::size_t split = path.find_last_of("/\\");
  return split == std::string::npos ? path : path.substr(split + 1);
}

std::optional<fs::path> ListedFiles::find(const std::string& name) {
  if (!is_plain_name(name)) return std::nullopt;
  if (is_there(folder_ / name)) return folder_ / name;
  const bool ascii =
      std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return std::nullopt;
  if (composed_.empty()) list();
  const auto found = composed_.find(composed_name(name));
  return found == composed_.end() ? std::nullopt : std::optional(found->second);
}

void ListedFiles::list() {
  boost::system::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    if (!is_there(entry.path())) continue;
    composed_.emplace(composed_name(entry.path().filename().string()), entry.path());
  }
}

}  // namespace dsne::data
