#include "placement_desk.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "folders.h"

dsne::fs::path PlacementDesk::result(const std::string& name) const {
  return folder_.path() / "placed" / name;
}

std::string PlacementDesk::file(const std::string& name, const std::string& text) const {
  write(folder_.path() / name, text);
  return (folder_.path() / name).string();
}

std::string PlacementDesk::place(const dsne::fs::path& map, const std::string& table,
                                 const dsne::tools::Arguments& more) {
  dsne::tools::Arguments arguments = {
      "--map",       map.string(),       "--data",         file("new.csv", table),
      "--id-column", "canary_id",        "--label-column", "canary_label",
      "--output",    result("").string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  try {
    const int code = dsne::tools::run(dsne::tools::place_command(), arguments, {out, out, false});
    REQUIRE(code == 0);
  } catch (const dsne::InputError& error) {
    return error.what();
  }
  return "";
}
