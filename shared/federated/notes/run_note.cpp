#include "federated/notes/run_note.h"

#include "federated/method.h"
#include "federated/notes/treatment_note.h"

namespace dsne::federated {

std::string reading_sentence() {
  return "Each mark is one subject, or one point of the reference; subjects whose data are alike "
         "lie close together. Directions and axes mean nothing.";
}

std::string unread_sentence(const Parameters& parameters) {
  std::string names;
  for (const std::string& name : unread(parameters)) names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) return "";
  return "Set for this run, but without effect with method " + parameters.method + ": " + names +
         '.';
}

std::string method_sentence(const Parameters& parameters, bool on_summaries) {
  const std::string method = "Method " + parameters.method;
  if (on_summaries)
    return method + " on the sites' summaries: max_iterations counts nothing in it.";
  const Method& chosen = find_method(parameters.method);
  if (!reads(chosen, "max_iterations")) return method + ": it reads no max_iterations.";
  const std::string count = method + ": max_iterations counted ";
  const int number = iterations(parameters);
  if (reads(chosen, "local_iterations")) {
    return count + counted(number, "iteration") + " of the map, " +
           std::to_string(parameters.local_iterations) + " in a round between the sites.";
  }
  if (reads(chosen, "network_width")) {
    return count + counted(number, "round") + " of the network's training.";
  }
  return count + counted(number, "iteration") + " of the map.";
}

Settings settings_of(const Parameters& parameters, const Treatment& chosen) {
  const Json given = with_plain_numbers(to_json(parameters));
  const Json usual = with_plain_numbers(to_json(Parameters()));
  Settings settings;
  for (const auto& [name, value] : given.items()) {
    (value == usual.at(name) ? settings.defaults : settings.changed)
        .emplace_back(name, setting_text(name, value, chosen));
  }
  return settings;
}

std::string counted(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

}  // namespace dsne::federated
