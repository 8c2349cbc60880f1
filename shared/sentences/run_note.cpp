#include "sentences/run_note.h"

#include "core/phrases.h"
#include "methods/method.h"
#include "sentences/treatment_note.h"

namespace dsne::sentences {

std::string reading_sentence() {
  return "Each mark is one subject, or one point of the reference; subjects whose data are alike "
         "lie close together. Directions and axes mean nothing.";
}

std::string unread_sentence(const methods::Parameters& parameters) {
  std::string names;
  for (const std::string& name : methods::unread(parameters))
    names += (names.empty() ? "" : ", ") + name;
  if (names.empty()) return "";
  return "Set for this run, but without effect with method " + parameters.method + ": " + names +
         '.';
}

std::string method_sentence(const methods::Parameters& parameters, bool on_summaries) {
  const std::string method = "Method " + parameters.method;
  const methods::Method& chosen = methods::find_method(parameters.method);
  const bool by_reference =
      methods::reads(chosen, "placement") && parameters.placement == methods::Placement::reference;
  if (on_summaries || by_reference) {
    return method + (on_summaries ? " on the sites' summaries" : " on a reference") +
           ": it does not use max_iterations.";
  }
  if (!methods::reads(chosen, "max_iterations"))
    return method + ": it does not use max_iterations.";
  const std::string count = method + ": max_iterations counted ";
  const int number = methods::iterations(parameters);
  if (methods::reads(chosen, "local_iterations")) {
    return count + counted(number, "iteration") + " of the map, " +
           std::to_string(parameters.local_iterations) + " in each round.";
  }
  if (methods::reads(chosen, "network_width")) {
    return count + counted(number, "round") + " of the network's training.";
  }
  return count + counted(number, "iteration") + " of the map.";
}

Settings settings_of(const methods::Parameters& parameters, const run::Treatment& chosen) {
  const Json given = with_plain_numbers(to_json(parameters));
  const Json usual = with_plain_numbers(to_json(methods::Parameters()));
  Settings settings;
  for (const auto& [name, value] : given.items()) {
    (value == usual.at(name) ? settings.defaults : settings.changed)
        .emplace_back(name, setting_text(name, value, chosen));
  }
  return settings;
}

}  // namespace dsne::sentences
