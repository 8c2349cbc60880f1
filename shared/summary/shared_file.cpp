#include "summary/shared_file.h"

#include <boost/algorithm/string/trim.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "core/base64.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/json_text.h"

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

std::string travel_text(const SharedSummary& shared) {
  if (!shared.array) return summary_csv(shared.summary);
  const ArrayFiles files = summary_array(shared.summary);
  const Json json = {{"array", to_base64(std::as_bytes(std::span(files.array)))},
                     {"bytes", files.array.size()},
                     {"names", files.names}};
  return to_ascii(json) + '\n';
}

SharedSummary parse_travel_text(const std::string& text, const std::string& input) {
  if (!text.starts_with('{')) return {parse_summary_csv(text, input), false};
  const InputError damaged(input + " is not a summary");
  if (text.size() > 2 * largest_summary) throw damaged;
  const auto json = parse_json(text);
  if (!json || !json->is_object()) throw damaged;
  try {
    const std::string packed = text_field(*json, "array", input);
    const auto most = static_cast<std::int64_t>(packed.size());
    std::string array(static_cast<std::size_t>(integer_field(*json, "bytes", 1, most, input)), 0);
    if (!from_base64(packed, std::as_writable_bytes(std::span(array)))) throw damaged;
    return {parse_summary_array({std::move(array), text_field(*json, "names", input)}, input),
            true};
  } catch (const MessageError&) {
    throw damaged;
  }
}

}  // namespace dsne::summary
