#include "methods/disk_cache.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <boost/filesystem/operations.hpp>

#include "temporary_folder.h"
#include "tsne/initialization.h"

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

}  // namespace

TEST_CASE("points of many features are also read once") {
  const TemporaryFolder folder;
  int computed = 0;
  const auto ask = [&] {
    return DiskCache(folder.path(), cache_key).points([&] {
      ++computed;
      return dsne::methods::SitePoints{dsne::Matrix::Constant(1, 1 << 21, 0.5),
                                       dsne::Matrix::Zero(1, 1 << 21)};
    });
  };
  CHECK(ask().own == ask().own);
  CHECK(computed == 1);
}

TEST_CASE("affinities are computed once and come back bit for bit") {
  Scratch scratch;
  const Affinities first = scratch.ask();
  const Affinities second = scratch.ask();
  CHECK(scratch.computed == 1);
  CHECK(first.offsets == second.offsets);
  CHECK(first.columns == second.columns);
  CHECK(first.values == second.values);
}

TEST_CASE("with another key, an emptied folder or a removed disk cache, all is computed again") {
  Scratch scratch;
  scratch.ask();
  scratch.ask(std::string(64, 'b'));
  CHECK(scratch.computed == 2);
  fs::remove_all(scratch.file().parent_path());
  scratch.ask();
  CHECK(scratch.computed == 3);
  DiskCache(scratch.folder.path(), cache_key).forget();
  CHECK(fs::is_empty(scratch.folder.path()));
  scratch.ask();
  CHECK(scratch.computed == 4);
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

TEST_CASE("a disk cache that others may write or read, or behind a link, is not used") {
  Scratch scratch;
  scratch.ask();
  ::chmod(scratch.file().c_str(), 0666);
  scratch.ask();
  CHECK(scratch.computed == 2);
  const fs::path own = scratch.file().parent_path();
  for (const mode_t open : {0777U, 0750U, 0705U}) {
    CAPTURE(open);
    ::chmod(own.c_str(), open);
    const int computed = scratch.computed;
    scratch.ask();
    CHECK(scratch.computed == computed + 1);
  }
  ::chmod(own.c_str(), 0700);
  scratch.ask();
  const int computed = scratch.computed;
  TemporaryFolder elsewhere;
  fs::rename(own, elsewhere.path() / "moved");
  fs::create_symlink(elsewhere.path() / "moved", own);
  scratch.ask();
  CHECK(scratch.computed == computed + 1);
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

TEST_CASE("points are read once, come back bit for bit, and are removed with the affinities") {
  Scratch scratch;
  const dsne::methods::SitePoints first = scratch.ask_points();
  const dsne::methods::SitePoints second = scratch.ask_points();
  CHECK(scratch.computed == 1);
  CHECK(first.own == second.own);
  CHECK(first.reference == second.reference);
  scratch.ask();
  scratch.ask_points();
  CHECK(scratch.computed == 2);
  DiskCache(scratch.folder.path(), cache_key).forget();
  CHECK(fs::is_empty(scratch.folder.path()));
  scratch.ask_points();
  CHECK(scratch.computed == 3);
}
