#include "methods/disk_cache.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/filesystem/operations.hpp>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>

#include "core/digest.h"
#include "core/files.h"
#include "temporary_folder.h"
#include "tsne/tsne.h"

using dsne::methods::DiskCache;
using dsne::tsne::Affinities;

namespace fs = boost::filesystem;

namespace {

const std::string cache_key(64, 'a');

/// A disk cache's scratch folder, and how often what is asked for had to be computed.
struct Scratch {
  TemporaryFolder folder;
  int computed = 0;

  Affinities ask(const std::string& with = cache_key) {
    return DiskCache(folder.path(), with).affinities([&] {
      ++computed;
      return dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(30, 3, 1.0, 139), 5);
    });
  }

  dsne::methods::SitePoints ask_points() {
    return DiskCache(folder.path(), cache_key).points([&] {
      ++computed;
      return dsne::methods::SitePoints{dsne::tsne::random_coordinates(7, 3, 1.0, 151),
                                       dsne::tsne::random_coordinates(11, 3, 1.0, 157)};
    });
  }

  fs::path file(const std::string& suffix = "") const {
    const fs::path own = fs::directory_iterator(folder.path())->path();
    return own / (cache_key + suffix);
  }
};

// The layout of a file of affinities: a digest; then the offsets, the values and the columns, each
// with its rows and columns before it.
constexpr std::size_t digest_size = 32;
constexpr std::size_t shape_size = 16;
constexpr std::size_t offsets_at = digest_size + shape_size;
constexpr std::size_t values_at = offsets_at + 8 * (30 + 1) + shape_size;

/// Writes a file with a true digest.
void write_signed(const fs::path& file, std::string bytes, const std::string& name = cache_key,
                  const std::string& format = "dsne disk cache 4") {
  const dsne::Bytes32 digest =
      dsne::hash_of({format, name, std::string_view(bytes).substr(digest_size)});
  dsne::write_atomically(file, bytes.replace(0, digest_size, dsne::view_of(digest)), "memo");
}

}  // namespace

TEST_CASE("affinities and points are computed once, come back bit for bit, and are forgotten") {
  Scratch scratch;
  const Affinities first = scratch.ask();
  const Affinities second = scratch.ask();
  CHECK(scratch.computed == 1);
  CHECK(first.offsets == second.offsets);
  CHECK(first.columns == second.columns);
  CHECK(first.values == second.values);
  const dsne::methods::SitePoints points = scratch.ask_points();
  const dsne::methods::SitePoints same = scratch.ask_points();
  CHECK(scratch.computed == 2);
  CHECK(points.own == same.own);
  CHECK(points.reference == same.reference);
  DiskCache(scratch.folder.path(), cache_key).forget();
  CHECK(fs::is_empty(scratch.folder.path()));
  scratch.ask();
  scratch.ask_points();
  CHECK(scratch.computed == 4);
  fs::remove_all(scratch.file().parent_path());
  scratch.ask();
  scratch.ask(std::string(64, 'b'));
  CHECK(scratch.computed == 6);
}

TEST_CASE("a damaged disk cache is never used") {
  for (const bool of_points : {false, true}) {
    Scratch scratch;
    const auto ask = [&] {
      if (of_points) {
        scratch.ask_points();
      } else {
        scratch.ask();
      }
      return scratch.computed;
    };
    int expected = ask();
    const fs::path file = scratch.file(of_points ? ".points" : "");
    const std::string whole = dsne::read_file(file, "memo");
    const auto check_computed_with = [&](const std::string& content) {
      dsne::write_atomically(file, content, "memo");
      CHECK(ask() == ++expected);
    };
    for (std::size_t at = 0; at < whole.size(); at += whole.size() / 50) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
      check_computed_with(flipped);
      check_computed_with(whole.substr(0, at));
    }
    check_computed_with(whole + "x");
  }
}

TEST_CASE("a disk cache of another key under this name is not used") {
  Scratch scratch;
  const std::string other(64, 'b');
  scratch.ask(other);
  const fs::path file = scratch.file().parent_path() / other;
  fs::rename(file, scratch.file());
  scratch.ask();
  CHECK(scratch.computed == 2);
}

TEST_CASE("an impossible disk cache is never used, also under a true digest") {
  const std::map<std::string, std::function<void(std::string&)>> damages = {
      {"truncated", [](std::string& bytes) { bytes.resize(bytes.size() / 2); }},
      {"longer", [](std::string& bytes) { bytes += "x"; }},
      {"empty", [](std::string& bytes) { bytes.resize(digest_size); }},
      {"sizes beyond all bounds",
       [](std::string& bytes) { bytes.replace(digest_size, shape_size, shape_size, '\xFF'); }},
      {"impossible affinities",
       [](std::string& bytes) {
         const double negative = -1;
         std::memcpy(bytes.data() + values_at, &negative, sizeof negative);
       }},
      {"columns beyond the points",
       [](std::string& bytes) { bytes.replace(bytes.size() - 4, 4, 4, '\x7F'); }},
      {"rows beyond the entries",
       [](std::string& bytes) { bytes.replace(offsets_at + 8, 8, 8, '\x7F'); }}};
  Scratch scratch;
  scratch.ask();
  const std::string whole = dsne::read_file(scratch.file(), "memo");
  write_signed(scratch.file(), whole);
  scratch.ask();
  CHECK(scratch.computed == 1);
  for (const auto& damage : damages) {
    CAPTURE(damage.first);
    std::string bytes = whole;
    damage.second(bytes);
    write_signed(scratch.file(), bytes);
    const int computed = scratch.computed;
    scratch.ask();
    CHECK(scratch.computed == computed + 1);
  }
  write_signed(scratch.file(), whole, cache_key, "another format");
  const int computed = scratch.computed;
  scratch.ask();
  CHECK(scratch.computed == computed + 1);
}

TEST_CASE("a disk cache that others may write or read, or behind a link, is not used") {
  using Opening = std::function<void(const fs::path& file, const fs::path& folder)>;
  const TemporaryFolder elsewhere;
  const auto move_behind_link = [&](const fs::path& path) {
    fs::rename(path, elsewhere.path() / "moved");
    fs::create_symlink(elsewhere.path() / "moved", path);
  };
  std::map<std::string, Opening> openings = {
      {"a file that others can write",
       [](const fs::path& file, const fs::path&) { ::chmod(file.c_str(), 0666); }},
      {"a symbolic link to a file",
       [&](const fs::path& file, const fs::path&) { move_behind_link(file); }},
      {"a symbolic link to a folder",
       [&](const fs::path&, const fs::path& folder) { move_behind_link(folder); }}};
  for (const mode_t open : {0777U, 0750U, 0705U}) {
    openings["a folder of mode " + std::to_string(open)] =
        [open](const fs::path&, const fs::path& folder) { ::chmod(folder.c_str(), open); };
  }
  if (::geteuid() == 0) {
    constexpr uid_t another = 65534;
    openings["another user's file"] = [](const fs::path& file, const fs::path&) {
      REQUIRE(::chown(file.c_str(), another, another) == 0);
    };
    openings["another user's folder"] = [](const fs::path&, const fs::path& folder) {
      REQUIRE(::chown(folder.c_str(), another, another) == 0);
    };
  } else {
    MESSAGE("skipped: only root can give a file away");
  }
  for (const auto& opening : openings) {
    CAPTURE(opening.first);
    Scratch scratch;
    scratch.ask();
    scratch.ask();
    REQUIRE(scratch.computed == 1);
    opening.second(scratch.file(), scratch.file().parent_path());
    scratch.ask();
    CHECK(scratch.computed == 2);
    fs::remove_all(elsewhere.path() / "moved");
  }
}

TEST_CASE("without a usable scratch folder the affinities are computed each time") {
  int computed = 0;
  const DiskCache disk_cache("/nonexistent/scratch", cache_key);
  for (int i = 0; i < 2; ++i) {
    disk_cache.affinities([&] {
      ++computed;
      return dsne::tsne::joint_affinities(dsne::tsne::random_coordinates(10, 3, 1.0, 149), 3);
    });
  }
  CHECK(computed == 2);
}

TEST_CASE("what other runs have left is removed when nobody has read it for a week") {
  Scratch scratch;
  constexpr std::time_t day = 24 * 60 * 60;
  scratch.ask();
  const fs::path unfinished = scratch.file().parent_path() / ".dsne-unfinished-a1B2c3";
  dsne::write_new(unfinished, "canary", "it");
  for (const int days : {6, 8}) {
    for (const fs::path& file : {scratch.file(), unfinished}) {
      fs::last_write_time(file, std::time(nullptr) - days * day);
    }
    if (days == 8) scratch.ask();  // it is in use
    DiskCache::forget_abandoned(scratch.folder.path());
    CHECK(fs::exists(scratch.file()));
    CHECK(fs::exists(unfinished) == (days == 6));
  }
  CHECK(scratch.computed == 1);
}
