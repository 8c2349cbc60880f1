// A site's first input, with the owner's parameters in it, and its file of settings.

#include "run/site_inputs.h"

#include "fuzz/fuzz.h"
#include "methods/parameters.h"

using dsne::Json;

void fuzz::target(std::string_view bytes) {
  const Json given = Json::parse(bytes, nullptr, false);
  const dsne::Folders folders{scratch(), scratch(), scratch(), {scratch()}};
  write("settings.json", bytes);
  attempt([&] {
    const Json read = dsne::run::with_settings_read(
        {{"site_data", "a.csv"}, {"site_settings", "settings.json"}}, folders.inputs);
    dsne::run::parse_site_inputs(read, folders);
  });
  if (!given.is_object()) return;
  attempt([&] {
    const dsne::methods::Parameters parameters = dsne::methods::parse_parameters(given);
    require(to_json(dsne::methods::parse_parameters(to_json(parameters))) == to_json(parameters));
  });
  attempt([&] { dsne::run::parse_site_inputs(given, folders); });
  attempt([&] {
    const Json read = dsne::run::with_settings_read(given, folders.inputs);
    dsne::run::parse_site_inputs(read, folders);
  });
}
