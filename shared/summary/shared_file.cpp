#include "summary/shared_file.h"

#include <boost/algorithm/string/trim.hpp>
#include <boost/filesystem/operations.hpp>
#include <string_view>

#include "core/errors.h"

namespace dsne::summary {
namespace {

constexpr std::string_view array_mark = "\x93NUMPY";
constexpr std::size_t longest_nothing = 100;

bool is_nothing(const std::string& text) {
  return text.size() <= longest_nothing && boost::algorithm::trim_copy(text) == "{}";
}

fs::path names_beside(const fs::path& array) {
  return array.parent_path() / (array.stem().string() + "_names.json");
}

}  // namespace

std::optional<SharedSummary> read_shared_summary(const fs::path& file, const std::string& input) {
  std::string text = read_file(file, input);
  if (is_nothing(text)) return std::nullopt;
  if (!std::string_view(text).starts_with(array_mark)) {
    return SharedSummary{parse_summary_csv(text, input), false};
  }
  const fs::path names = names_beside(file);
  if (!fs::exists(names)) {
    throw InputError(input + " is an array without its names (summary_names.json) beside it");
  }
  return SharedSummary{parse_summary_array({std::move(text), read_file(names, input)}, input),
                       true};
}

}  // namespace dsne::summary
