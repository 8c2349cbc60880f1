#include <boost/filesystem/operations.hpp>
#include <ostream>
#include <set>

#include "core/files.h"
#include "privacy/keys.h"
#include "tools/commands.h"

namespace dsne::tools {
namespace {

using privacy::AcceptedKeys;
using privacy::Identity;

constexpr const char* about_identity =
    "Makes a site's long-term key, by which the other sites recognize it, and prints its public\n"
    "half. FILE is the secret half: it stays with the site, among its input files, named by its\n"
    "own site_settings as identity. An existing FILE is kept.\n\n"
    "With --roster, makes or checks the list of the sites that may take part. The same file "
    "serves\n"
    "all sites: each names it in its site_settings as known_keys. Compare the fingerprint with "
    "the\n"
    "other sites by telephone, not in the way that the file came.\n\n"
    "  dsne identity site.key\n"
    "  dsne identity --roster roster.json --add \"Utrecht=4f1c...\" --add \"Leuven=90ab...\"\n"
    "  dsne identity site.key --roster roster.json\n";

Identity read_or_make(const fs::path& file) {
  const std::string what = "the key's file";
  if (!fs::exists(fs::symlink_status(file))) {
    const Identity identity = Identity::make();
    write_new(file, privacy::to_text(identity), what);
    return identity;
  }
  const auto identity = privacy::parse_identity(read_file(file, what));
  if (!identity) throw InputError(what + " exists and holds no key");
  return *identity;
}

AcceptedKeys read_roster(const fs::path& file) {
  if (!fs::exists(file)) return {};
  const auto roster = privacy::parse_accepted_keys(read_file(file, "the roster (--roster)"));
  if (!roster) {
    throw InputError(
        "the roster (--roster) is no JSON object with a name and a key for each site, each key "
        "once");
  }
  return *roster;
}

void add_site(AcceptedKeys& roster, const std::string& entry) {
  const std::size_t split = entry.rfind('=');
  const auto key = from_hex(split == std::string::npos ? "" : entry.substr(split + 1));
  if (!key || split == 0) {
    throw UsageError("--add must be NAME=KEY, the key as dsne identity prints it");
  }
  const std::string name = entry.substr(0, split);
  for (const auto& [other, known] : roster) {
    if (known == *key && other != name) {
      throw InputError(
          std::string("the key of ").append(name).append(" is already on the roster, as ") + other);
    }
  }
  const auto [place, added] = roster.emplace(name, *key);
  if (!added && place->second != *key) {
    throw InputError(name + " is on the roster with another key: remove that line first");
  }
}

void print_roster(const AcceptedKeys& roster, const std::optional<Bytes32>& own,
                  std::ostream& out) {
  std::set<Bytes32> keys;
  bool listed = false;
  for (const auto& [name, key] : roster) {
    keys.insert(key);
    listed = listed || key == own;
    out << to_hex(key) << "  " << name << (key == own ? "  (this site)" : "") << '\n';
  }
  out << "fingerprint  " << privacy::fingerprint(keys) << std::endl;
  if (own && !listed) {
    throw InputError("this site's key is not on the roster: the other sites will not accept it");
  }
}

int handle_roster(const Values& values, const std::optional<Bytes32>& own, const Console& console) {
  const fs::path file = values["roster"].as<std::string>();
  AcceptedKeys roster = read_roster(file);
  if (values.count("add") != 0) {
    for (const std::string& entry : values["add"].as<std::vector<std::string>>()) {
      add_site(roster, entry);
    }
    write_atomically(file, privacy::to_text(roster), "the roster (--roster)");
  }
  if (roster.empty()) throw InputError("there is no roster (--roster): make it with --add");
  print_roster(roster, own, console.out);
  return 0;
}

int make_identity(const Values& values, const Console& console) {
  std::optional<Bytes32> own;
  if (values.count("file") != 0) {
    own = read_or_make(values["file"].as<std::string>()).public_key();
  }
  if (values.count("roster") != 0) return handle_roster(values, own, console);
  if (values.count("add") != 0) throw UsageError("--add needs --roster");
  if (!own) throw UsageError("give the key's FILE, or --roster");
  console.out << to_hex(*own) << std::endl;
  return 0;
}

}  // namespace

Command identity_command() {
  return {"dsne identity",
          "[FILE] [--roster FILE]",
          "make the key by which other sites know a site, and the roster of a run's sites",
          about_identity,
          {option("file", value<std::string>("FILE"), "the key's file"),
           option("roster", value<std::string>("FILE"), "the list of all sites' keys"),
           option("add", value<std::vector<std::string>>("NAME=KEY"),
                  "put a site on the roster; may be given several times")},
          {"file"},
          {},
          make_identity};
}

}  // namespace dsne::tools
