// A disk cache in scratch is used only if it is whole, ours and of this run.

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstring>
#include <functional>

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
    const std::function<void(SmallFederation&, const fs::path& disk_cache)>& change) {
  SmallFederation federation;
  federation.run_until("remote", "embed");
  const fs::path disk_cache = affinities_file(federation.folders("local0").cache);
  change(federation, disk_cache);
  federation.run_until("remote", "collect");
  return federation.answers();
}

const std::vector<std::string>& undisturbed_answers() {
  static const auto answers = answers_with([](SmallFederation&, const fs::path&) {});
  return answers;
}

void write_private(const fs::path& file, const std::string& text) {
  write(file, text);
  REQUIRE(::chmod(file.c_str(), 0600) == 0);
}

}  // namespace

TEST_CASE("a forged disk cache would be noticed by these tests") {
  CHECK(answers_with([](SmallFederation&, const fs::path& disk_cache) {
          write_private(disk_cache, forged(content(disk_cache)));
        }) != undisturbed_answers());
}

TEST_CASE("a damaged or foreign disk cache is replaced") {
  std::function<std::string(std::string)> damage;
  SUBCASE("empty") {
    damage = [](const std::string&) { return std::string(); };
  }
  SUBCASE("shorter than a header") {
    damage = [](const std::string& bytes) { return bytes.substr(0, 50); };
  }
  SUBCASE("truncated") {
    damage = [](const std::string& bytes) { return bytes.substr(0, bytes.size() / 2); };
  }
  SUBCASE("longer") {
    damage = [](const std::string& bytes) { return bytes + "more"; };
  }
  SUBCASE("a flipped bit in the values") {
    damage = [](std::string bytes) {
      bytes[bytes.size() / 2] ^= 1;
      return bytes;
    };
  }
  SUBCASE("sizes beyond all bounds") {
    damage = [](std::string bytes) { return bytes.replace(sizes_at, 16, 16, '\xFF'); };
  }
  SUBCASE("another key") {
    damage = [](std::string bytes) {
      bytes = forged(bytes);
      bytes[8] ^= 1;
      return bytes;
    };
  }
  SUBCASE("another format") {
    damage = [](std::string bytes) {
      bytes = forged(bytes);
      bytes[7] ^= 1;
      return bytes;
    };
  }
  SUBCASE("impossible affinities, with a valid checksum") {
    damage = [](std::string bytes) {
      const std::size_t begin = header_size + 8 * integer_at(bytes, sizes_at);
      const double negative = -1;
      std::memcpy(bytes.data() + begin, &negative, sizeof negative);
      sign(bytes);
      return bytes;
    };
  }
  SUBCASE("columns beyond the points, with a valid checksum") {
    damage = [](std::string bytes) {
      bytes.replace(bytes.size() - 4, 4, 4, '\x7F');
      sign(bytes);
      return bytes;
    };
  }
  SUBCASE("rows beyond the entries, with a valid checksum") {
    damage = [](std::string bytes) {
      bytes.replace(header_size + 8, 8, 8, '\x7F');
      sign(bytes);
      return bytes;
    };
  }
  CHECK(answers_with([&](SmallFederation&, const fs::path& disk_cache) {
          write_private(disk_cache, damage(content(disk_cache)));
        }) == undisturbed_answers());
}

TEST_CASE("another site's disk cache in place of ours is replaced") {
  CHECK(answers_with([](SmallFederation& federation, const fs::path& disk_cache) {
          const std::string other = content(affinities_file(federation.folders("local1").cache));
          write_private(disk_cache, forged(other));
        }) == undisturbed_answers());
}

TEST_CASE("a disk cache that others could have written is not used") {
  std::function<void(const fs::path&)> open_up;
  SUBCASE("a file that others can write") {
    open_up = [](const fs::path& disk_cache) { fs::permissions(disk_cache, fs::perms(0666)); };
  }
  SUBCASE("a folder that others can write") {
    open_up = [](const fs::path& disk_cache) {
      fs::permissions(disk_cache.parent_path(), fs::perms(0777));
    };
  }
  SUBCASE("a symbolic link to a file") {
    open_up = [](const fs::path& disk_cache) {
      const fs::path elsewhere = disk_cache.parent_path().parent_path() / "elsewhere";
      fs::rename(disk_cache, elsewhere);
      fs::create_symlink(elsewhere, disk_cache);
    };
  }
  SUBCASE("a symbolic link to a folder") {
    open_up = [](const fs::path& disk_cache) {
      const fs::path elsewhere = disk_cache.parent_path().parent_path() / "elsewhere";
      fs::rename(disk_cache.parent_path(), elsewhere);
      fs::create_symlink(elsewhere, disk_cache.parent_path());
    };
  }
  SUBCASE("another user's file") {
    if (::geteuid() != 0) {
      MESSAGE("skipped: only root can give a file away");
      return;
    }
    open_up = [](const fs::path& disk_cache) {
      REQUIRE(::chown(disk_cache.c_str(), 65534, 65534) == 0);
    };
  }
  SUBCASE("another user's folder") {
    if (::geteuid() != 0) {
      MESSAGE("skipped: only root can give a folder away");
      return;
    }
    open_up = [](const fs::path& disk_cache) {
      REQUIRE(::chown(disk_cache.parent_path().c_str(), 65534, 65534) == 0);
    };
  }
  CHECK(answers_with([&](SmallFederation&, const fs::path& disk_cache) {
          write_private(disk_cache, forged(content(disk_cache)));
          open_up(disk_cache);
        }) == undisturbed_answers());
}
