#include "tools/identity.h"

#include <boost/filesystem/operations.hpp>
#include <ostream>

#include "core/files.h"
#include "privacy/identity.h"

namespace dsne::tools {
namespace {

namespace po = boost::program_options;
using privacy::Identity;

constexpr const char* introduction =
    "Usage: dsne identity FILE\n\n"
    "Makes a site's long-term key, by which other sites know it again, and prints what goes into\n"
    "their known_keys (site_settings). FILE is the secret half: it stays with the site, among its\n"
    "input files, named by its own site_settings as identity. A FILE that is there is kept.\n\n";

Options identity_options() {
  Options options("Options");
  options.add_options()("help,h", "print this help")(
      "file", po::value<std::string>()->value_name("FILE"), "the key's file");
  return options;
}

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

}  // namespace

int identity_command(const std::vector<std::string>& arguments, const Console& console) {
  const Options options = identity_options();
  const Values values = parse_options(arguments, options, Positional().add("file", 1));
  if (values.count("help") != 0) {
    console.out << introduction << options;
    return 0;
  }
  if (values.count("file") == 0) throw UsageError("the key's file is missing");
  const Identity identity = read_or_make(values["file"].as<std::string>());
  console.out << to_hex(identity.public_key()) << std::endl;
  return 0;
}

}  // namespace dsne::tools
