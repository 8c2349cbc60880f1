#include "tools/folders.h"

#include <doctest/doctest.h>

#include <boost/filesystem.hpp>

#include "core/errors.h"
#include "stand_in.h"
#include "temporary_folder.h"

namespace fs = boost::filesystem;

TEST_CASE("files and folders are moved to every destination") {
  const TemporaryFolder folder;
  const fs::path from = folder.path() / "from";
  const fs::path a = folder.path() / "a";
  const fs::path b = folder.path() / "new" / "b";
  write(from / "file.txt", "one");
  write(from / "deep" / "er" / "part.bin", std::string("\0\1", 2));
  fs::create_directories(from / "empty");
  write(a / "file.txt", "old, and longer");
  write(a / "deep" / "kept.txt", "kept");

  dsne::tools::deliver(from, {a, b}, "local0");

  for (const fs::path& to : {a, b}) {
    CHECK(content(to / "file.txt") == "one");
    CHECK(content(to / "deep" / "er" / "part.bin") == std::string("\0\1", 2));
    CHECK(fs::is_directory(to / "empty"));
  }
  CHECK(content(a / "deep" / "kept.txt") == "kept");
  CHECK(fs::is_empty(from));
  // Only the delivered files: no temporary ones.
  CHECK(std::distance(fs::directory_iterator(b), {}) == 3);
}

TEST_CASE("files are copied to another file system") {
  boost::system::error_code error;
  const fs::path to = fs::unique_path("/dev/shm/dsne-test-%%%%-%%%%-%%%%");
  if (!fs::create_directory(to, error)) return;
  const fs::path from = fs::path(DSNE_TEST_DATA) / "sessions";
  CHECK_NOTHROW(dsne::tools::copy_all(from, {to}, "local0"));
  CHECK(content(to / "map.txt") == content(from / "map.txt"));
  fs::remove_all(to);
}

TEST_CASE("nothing to deliver makes no folder") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "from");
  dsne::tools::deliver(folder.path() / "from", {folder.path() / "to"}, "local0");
  CHECK_FALSE(fs::exists(folder.path() / "to"));
}

TEST_CASE("a link is not delivered") {
  const TemporaryFolder folder;
  write(folder.path() / "secret.txt", "secret");
  fs::create_directories(folder.path() / "from");
  fs::create_symlink(folder.path() / "secret.txt", folder.path() / "from" / "link.txt");
  CHECK_THROWS_AS(dsne::tools::deliver(folder.path() / "from", {folder.path() / "to"}, "local0"),
                  dsne::StorageError);
}

TEST_CASE("a file that cannot be delivered is an error, and is kept") {
  const TemporaryFolder folder;
  write(folder.path() / "from" / "file.txt", "one");
  fs::create_directories(folder.path() / "to" / "file.txt" / "in the way");
  CHECK_THROWS_AS(dsne::tools::deliver(folder.path() / "from", {folder.path() / "to"}, "local0"),
                  dsne::StorageError);
  CHECK(content(folder.path() / "from" / "file.txt") == "one");
  CHECK(std::distance(fs::directory_iterator(folder.path() / "to"), {}) == 1);
}

TEST_CASE("a folder is made with its parents; the present one is there") {
  const TemporaryFolder folder;
  for (const fs::path& made : {folder.path() / "a" / "b", folder.path() / "a", fs::path("."),
                               fs::path("./"), folder.path() / "a" / ".."}) {
    dsne::tools::make_folder(made, "a folder");
    CHECK(fs::is_directory(made));
  }
  write(folder.path() / "file", "");
  CHECK_THROWS_WITH_AS(dsne::tools::make_folder(folder.path() / "file", "a folder"),
                       "cannot make a folder: File exists", dsne::StorageError);
}

TEST_CASE("a scratch folder is private and removed afterwards") {
  fs::path path;
  {
    const dsne::tools::ScratchFolder scratch;
    path = scratch.path();
    CHECK(path.is_absolute());
    CHECK(fs::status(path).permissions() == fs::owner_all);
    write(path / "deep" / "file.txt", "x");
  }
  CHECK_FALSE(fs::exists(path));
}
