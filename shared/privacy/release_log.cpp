#include "privacy/release_log.h"

#include <cmath>

#include "coinstac/phase.h"

namespace dsne {
namespace {

/// The lengths of nested arrays, outermost first; empty for a single value.
Json shape_of(const Json& value) {
  Json shape = Json::array();
  for (const Json* level = &value; level->is_array(); level = &level->front()) {
    shape.push_back(level->size());
    if (level->empty()) break;
  }
  return shape;
}

double sum_of_squares(const Json& value) {
  if (value.is_number()) return value.get<double>() * value.get<double>();
  double sum = 0;
  if (value.is_array()) {
    for (const Json& item : value) sum += sum_of_squares(item);
  }
  return sum;
}

bool holds_numbers(const Json& value) {
  return value.is_array() && !value.empty() ? holds_numbers(value.front()) : value.is_number();
}

}  // namespace

void log_release(const fs::path& log, const std::string& run, const Json& message) {
  const Moment moment = moment_of(message, "the site's message");
  std::string lines;
  for (const auto& [name, value] : message.items()) {
    if (name == "phase" || name == "round") continue;
    Json line = message_at(moment);
    line["run"] = run;
    line["what"] = name;
    line["shape"] = shape_of(value);
    if (holds_numbers(value)) line["norm"] = std::sqrt(sum_of_squares(value));
    if (!lines.empty()) lines += '\n';
    lines += line.dump(-1, ' ', true);
  }
  if (!lines.empty()) append_line(log, lines, "the release log");
}

}  // namespace dsne
