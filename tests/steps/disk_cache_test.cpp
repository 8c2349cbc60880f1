// A disk cache in scratch is used only if it is whole, ours and of this run. Other kinds of damage,
// and files that others may write, are in tests/unit/methods/disk_cache_test.cpp.

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstring>
#include <functional>
#include <map>

#include "folders.h"
#include "small_federation.h"

namespace fs = boost::filesystem;

namespace {

// The layout of a disk cache of affinities: kind, key, three sizes (of the offsets, of the values
// and columns, unused), checksum; then offsets, values, columns.
constexpr std::size_t sizes_at = 72;
constexpr std::size_t checksum_at = 96;
constexpr std::size_t header_size = 112;

/// A node's disk cache of affinities; that of its points has a suffix.
fs::path affinities_file(const fs::path& cache) {
  const fs::path folder = fs::directory_iterator(cache)->path();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension().empty()) return entry.path();
  }
  FAIL("no memo of affinities");
  return {};
}

std::uint64_t integer_at(const std::string& bytes, std::size_t at) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void sign(std::string& bytes) {
  XXH128_canonical_t sum;
  XXH128_canonicalFromHash(&sum,
                           XXH3_128bits(bytes.data() + header_size, bytes.size() - header_size));
  std::memcpy(bytes.data() + checksum_at, &sum, sizeof sum);
}

/// A disk cache that is right in all but its values, so that a run that believes it goes another
/// way.
std::string forged(std::string bytes) {
  const std::size_t begin = header_size + 8 * integer_at(bytes, sizes_at);
  const std::size_t entries = integer_at(bytes, sizes_at + 8);
  std::vector<double> values(entries);
  std::memcpy(values.data(), bytes.data() + begin, 8 * entries);
  std::reverse(values.begin(), values.end());
  std::memcpy(bytes.data() + begin, values.data(), 8 * entries);
  sign(bytes);
  return bytes;
}

/// Runs a federation in which local0 finds its scratch changed before each of its later rounds.
std::vector<std::string> answers_with(
    const std::function<void(const fs::path& disk_cache)>& change) {
  SmallFederation federation;
  federation.run_until("remote", "embed");
  const fs::path disk_cache = affinities_file(federation.folders("local0").cache);
  change(disk_cache);
  federation.run_until("remote", "collect");
  return federation.answers();
}

const std::vector<std::string>& undisturbed_answers() {
  static const auto answers = answers_with([](const fs::path&) {});
  return answers;
}

void write_private(const fs::path& file, const std::string& text) {
  write(file, text);
  REQUIRE(::chmod(file.c_str(), 0600) == 0);
}

}  // namespace

TEST_CASE("a forged disk cache would be noticed by these tests") {
  CHECK(answers_with([](const fs::path& disk_cache) {
          write_private(disk_cache, forged(content(disk_cache)));
        }) != undisturbed_answers());
}

TEST_CASE("a damaged or foreign disk cache is replaced, also under a valid checksum") {
  using Damage = std::function<void(std::string&)>;
  const std::map<std::string, Damage> damages = {
      {"sizes beyond all bounds",
       [](std::string& bytes) { bytes.replace(sizes_at, 16, 16, '\xFF'); }},
      {"another key", [](std::string& bytes) { (bytes = forged(bytes))[8] ^= 1; }},
      {"another format", [](std::string& bytes) { (bytes = forged(bytes))[7] ^= 1; }},
      {"impossible affinities",
       [](std::string& bytes) {
         const double negative = -1;
         std::memcpy(bytes.data() + header_size + 8 * integer_at(bytes, sizes_at), &negative,
                     sizeof negative);
         sign(bytes);
       }},
      {"columns beyond the points",
       [](std::string& bytes) {
         bytes.replace(bytes.size() - 4, 4, 4, '\x7F');
         sign(bytes);
       }},
      {"rows beyond the entries", [](std::string& bytes) {
         bytes.replace(header_size + 8, 8, 8, '\x7F');
         sign(bytes);
       }}};
  for (const auto& damage : damages) {
    CAPTURE(damage.first);
    CHECK(answers_with([&](const fs::path& disk_cache) {
            std::string bytes = content(disk_cache);
            damage.second(bytes);
            write_private(disk_cache, bytes);
          }) == undisturbed_answers());
  }
}

TEST_CASE("a disk cache behind a link, or another user's, is not used") {
  using Opening = std::function<void(const fs::path& file)>;
  const auto give_away = [](const fs::path& path) {
    REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
  };
  std::map<std::string, Opening> openings = {
      {"a symbolic link to a file", [](const fs::path& file) {
         const fs::path elsewhere = file.parent_path().parent_path() / "elsewhere";
         fs::rename(file, elsewhere);
         fs::create_symlink(elsewhere, file);
       }}};
  if (::geteuid() == 0) {
    openings["another user's file"] = give_away;
    openings["another user's folder"] = [&](const fs::path& file) {
      give_away(file.parent_path());
    };
  } else {
    MESSAGE("skipped: only root can give a file away");
  }
  for (const auto& [kind, open] : openings) {
    CAPTURE(kind);
    CHECK(answers_with([&, &open = open](const fs::path& disk_cache) {
            write_private(disk_cache, forged(content(disk_cache)));
            open(disk_cache);
          }) == undisturbed_answers());
  }
}
