#include "tools/identity.h"

#include <boost/filesystem/operations.hpp>
#include <ostream>

#include "core/files.h"
#include "privacy/identity.h"

namespace dsne::tools {
namespace {

using privacy::Identity;

constexpr const char* about_identity =
    "Makes a site's long-term key, by which other sites know it again, and prints what goes into\n"
    "their known_keys (site_settings). FILE is the secret half: it stays with the site, among its\n"
    "input files, named by its own site_settings as identity. A FILE that is there is kept.\n";

Identity read_or_make(const fs::path& file) {
  const std::string what = "the key's file";
  if (!fs::exists(fs::symlink_status(file))) {
    const Identity identity = Identity::make();
    write_new_privately(file, privacy::to_text(identity), what);
    return identity;
  }
  const auto identity = privacy::parse_identity(read_file(file, what));
  if (!identity) throw InputError(what + " is there and holds no key");
  return *identity;
}

int make_identity(const Values& values, const Console& console) {
  const Identity identity = read_or_make(values["file"].as<std::string>());
  console.out << to_hex(identity.public_key()) << std::endl;
  return 0;
}

}  // namespace

Command identity_command() {
  return {"dsne identity",
          "FILE",
          "make the key by which other sites know a site",
          about_identity,
          {option("file", value<std::string>("FILE"), "the key's file")},
          {"file"},
          {"file"},
          make_identity};
}

}  // namespace dsne::tools
