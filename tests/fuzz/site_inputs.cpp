// A site's first input, with the owner's parameters in it, and its file of settings.

#include "dsne/site_inputs.h"

#include "dsne/parameters.h"
#include "fuzz/fuzz.h"

using dsne::Json;

void fuzz::target(std::string_view bytes) {
  const Json given = Json::parse(bytes, nullptr, false);
  const dsne::Directories directories{scratch(), scratch(), scratch(), scratch()};
  write("settings.json", bytes);
  attempt([&] {
    const Json read = dsne::with_settings_read(
        {{"site_data", "a.csv"}, {"site_settings", "settings.json"}}, directories);
    dsne::parse_site_inputs(read, directories);
  });
  if (!given.is_object()) return;
  attempt([&] {
    const dsne::Parameters parameters = dsne::parse_parameters(given);
    require(to_json(dsne::parse_parameters(to_json(parameters))) == to_json(parameters));
  });
  attempt([&] { dsne::parse_site_inputs(given, directories); });
  attempt([&] {
    const Json read = dsne::with_settings_read(given, directories);
    dsne::parse_site_inputs(read, directories);
  });
}
