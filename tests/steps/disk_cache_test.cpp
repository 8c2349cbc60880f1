// A disk cache in scratch is used only if it is whole, ours and of this run.

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstring>
#include <functional>
#include <map>

#include "core/hash.h"
#include "folders.h"
#include "small_federation.h"

namespace fs = boost::filesystem;

namespace {

// The layout of a disk cache of affinities: a digest; then the offsets, the values and the columns,
// each with its rows and columns before it.
constexpr std::size_t digest_size = 32;
constexpr std::size_t shape_size = 16;
constexpr std::size_t offsets_at = digest_size + shape_size;

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

std::size_t values_at(const std::string& bytes) {
  return offsets_at + 8 * integer_at(bytes, digest_size) + shape_size;
}

void write_private(const fs::path& file, const std::string& text) {
  write(file, text);
  REQUIRE(::chmod(file.c_str(), 0600) == 0);
}

/// Writes a disk cache with a true digest.
void write_signed(const fs::path& file, std::string bytes, const std::string& name = "",
                  const std::string& format = "dsne disk cache 4") {
  const dsne::Bytes32 digest =
      dsne::hash_of({format, name.empty() ? file.filename().string() : name,
                     std::string_view(bytes).substr(digest_size)});
  write_private(file, bytes.replace(0, digest_size, dsne::view_of(digest)));
}

/// A disk cache that is right in all but its values and its digest, so that a run that believes it
/// goes another way.
std::string forged(std::string bytes) {
  const std::size_t begin = values_at(bytes);
  std::vector<double> values(integer_at(bytes, begin - shape_size));
  std::memcpy(values.data(), bytes.data() + begin, 8 * values.size());
  std::reverse(values.begin(), values.end());
  std::memcpy(bytes.data() + begin, values.data(), 8 * values.size());
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

}  // namespace

TEST_CASE("a forged disk cache would be noticed by these tests") {
  CHECK(answers_with([](SmallFederation&, const fs::path& disk_cache) {
          write_signed(disk_cache, forged(content(disk_cache)));
        }) != undisturbed_answers());
}

TEST_CASE("a damaged or foreign disk cache is replaced") {
  CHECK(answers_with([](SmallFederation&, const fs::path& disk_cache) {
          write_private(disk_cache, forged(content(disk_cache)));
        }) == undisturbed_answers());
  CHECK(answers_with([](SmallFederation&, const fs::path& disk_cache) {
          write_signed(disk_cache, forged(content(disk_cache)), "another key");
        }) == undisturbed_answers());
  CHECK(answers_with([](SmallFederation&, const fs::path& disk_cache) {
          write_signed(disk_cache, forged(content(disk_cache)), "", "another format");
        }) == undisturbed_answers());
}

TEST_CASE("an impossible disk cache is replaced, also under a valid digest") {
  using Damage = std::function<void(std::string&)>;
  const std::map<std::string, Damage> damages = {
      {"truncated", [](std::string& bytes) { bytes.resize(bytes.size() / 2); }},
      {"sizes beyond all bounds",
       [](std::string& bytes) { bytes.replace(digest_size, shape_size, shape_size, '\xFF'); }},
      {"impossible affinities",
       [](std::string& bytes) {
         const double negative = -1;
         std::memcpy(bytes.data() + values_at(bytes), &negative, sizeof negative);
       }},
      {"columns beyond the points",
       [](std::string& bytes) { bytes.replace(bytes.size() - 4, 4, 4, '\x7F'); }},
      {"rows beyond the entries",
       [](std::string& bytes) { bytes.replace(offsets_at + 8, 8, 8, '\x7F'); }}};
  for (const auto& damage : damages) {
    CAPTURE(damage.first);
    CHECK(answers_with([&](SmallFederation&, const fs::path& disk_cache) {
            std::string bytes = content(disk_cache);
            damage.second(bytes);
            write_signed(disk_cache, bytes);
          }) == undisturbed_answers());
  }
}

TEST_CASE("another site's disk cache in place of ours is replaced") {
  CHECK(answers_with([](SmallFederation& federation, const fs::path& disk_cache) {
          const std::string other = content(affinities_file(federation.folders("local1").cache));
          write_signed(disk_cache, forged(other),
                       affinities_file(federation.folders("local1").cache).filename().string());
        }) == undisturbed_answers());
}

TEST_CASE("a disk cache that others could have written is not used") {
  const auto give_away = [](const fs::path& path) {
    REQUIRE(::chown(path.c_str(), 65534, 65534) == 0);
  };
  const auto move_behind_link = [](const fs::path& path, const fs::path& elsewhere) {
    fs::rename(path, elsewhere);
    fs::create_symlink(elsewhere, path);
  };
  std::map<std::string, std::function<void(const fs::path& file, const fs::path& folder)>>
      openings = {
          {"a file that others can write",
           [](const fs::path& file, const fs::path&) { fs::permissions(file, fs::perms(0666)); }},
          {"a folder that others can write",
           [](const fs::path&, const fs::path& folder) {
             fs::permissions(folder, fs::perms(0777));
           }},
          {"a symbolic link to a file",
           [&](const fs::path& file, const fs::path& folder) {
             move_behind_link(file, folder.parent_path() / "elsewhere");
           }},
          {"a symbolic link to a folder", [&](const fs::path&, const fs::path& folder) {
             move_behind_link(folder, folder.parent_path() / "elsewhere");
           }}};
  if (::geteuid() == 0) {
    openings["another user's file"] = [&](const fs::path& file, const fs::path&) {
      give_away(file);
    };
    openings["another user's folder"] = [&](const fs::path&, const fs::path& folder) {
      give_away(folder);
    };
  } else {
    MESSAGE("skipped: only root can give a file away");
  }
  for (const auto& opening : openings) {
    CAPTURE(opening.first);
    CHECK(answers_with([&](SmallFederation&, const fs::path& disk_cache) {
            write_signed(disk_cache, forged(content(disk_cache)));
            opening.second(disk_cache, disk_cache.parent_path());
          }) == undisturbed_answers());
  }
}
