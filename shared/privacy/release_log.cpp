#include "privacy/release_log.h"

#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/step.h"

namespace dsne::privacy {
namespace {

constexpr std::string_view site_message_name = "the site's message";
constexpr std::string_view log_title = "the release log";

/// Returns the rows and columns of a matrix, or the length of an array; empty for a single value.
Json shape_of(const Json& value) {
  if (is_packed(value)) return Json::array({value["rows"], value["columns"]});
  return value.is_array() ? Json::array({value.size()}) : Json::array();
}

/// Returns whether a file ends with a text.
bool ends_with(const fs::path& file, const std::string& text) {
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  return read_file(file, log_title).ends_with(text);
}

/// Returns the root of the sum of squares of an array's numbers; nothing of anything else.
std::optional<double> norm_of(const Json& message, const std::string& name) {
  const Json& value = message[name];
  if (is_packed(value)) {
    return matrix_field(message, name, value["rows"], value["columns"], site_message_name).norm();
  }
  if (!value.is_array() || value.empty() || !value.front().is_number()) return std::nullopt;
  return vector_field(message, name, std::ssize(value), site_message_name).norm();
}

}  // namespace

void log_release(const fs::path& log, const std::string& run, const Json& message) {
  Json moment = message_at(moment_of(message, site_message_name));
  moment["run"] = run;
  std::vector<std::string> lines;
  const auto add = [&](const Json& description) {
    Json line = moment;
    line.update(description);
    lines.push_back(to_ascii(line));
  };
  for (const auto& [name, value] : message.items()) {
    if (name == "phase" || name == "round") continue;
    if (name == "masked") {
      for (const auto& [sum, term] : value.items()) {
        add({{"what", sum}, {"shape", {term.at("rows"), term.at("columns")}}, {"masked", true}});
      }
      continue;
    }
    Json line = {{"what", name}, {"shape", shape_of(value)}};
    if (value.is_number()) line["value"] = value;
    if (const auto norm = norm_of(message, name)) line["root_sum_of_squares"] = *norm;
    add(line);
  }
  const std::string text = boost::algorithm::join(lines, "\n");
  if (!text.empty() && !ends_with(log, text + '\n')) append_line(log, text, log_title);
}

}  // namespace dsne::privacy
