#include "core/files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <boost/filesystem/operations.hpp>
#include <iterator>

#include "core/digest.h"
#include "core/errors.h"
#include "temporary_folder.h"

namespace fs = boost::filesystem;

namespace {

std::ptrdiff_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("only a plain name may be joined to a folder") {
  for (const char* name : {"a", "a.csv", "..a", "a b", "\xc3\xa9.csv"}) {
    CHECK(dsne::is_plain_name(name));
  }
  using namespace std::string_literals;
  for (const std::string& name :
       {""s, "."s, ".."s, "a/b"s, "/a"s, "a\\b"s, "a\nb"s, "a\0b"s, std::string(256, 'a')}) {
    CHECK_FALSE(dsne::is_plain_name(name));
  }
}

TEST_CASE("a file is written whole, over what was there, and leaves nothing beside it") {
  TemporaryFolder folder;
  const fs::path file = folder.path() / "f";
  const std::string big(3000000, 'x');
  for (const std::string& content : {std::string("one"), big, std::string()}) {
    dsne::write_atomically(file, content, "the file");
    CHECK(dsne::read_file(file, "the file") == content);
  }
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("a file that cannot be written or read is an error without its path") {
  TemporaryFolder folder;
  const fs::path missing = folder.path() / "secret" / "f";
  for (const auto& act : {+[](const fs::path& f) { dsne::write_atomically(f, "x", "the file"); },
                          +[](const fs::path& f) { dsne::append_line(f, "x", "the file"); },
                          +[](const fs::path& f) { dsne::read_file(f, "the file"); }}) {
    try {
      act(missing);
      FAIL("no error");
    } catch (const dsne::StorageError& error) {
      CHECK(std::string(error.what()).find("the file") != std::string::npos);
      CHECK(std::string(error.what()).find("secret") == std::string::npos);
    }
  }
  CHECK_THROWS_AS(dsne::read_file(folder.path(), "the folder"), dsne::StorageError);
  fs::create_directory(folder.path() / "d");
  CHECK_THROWS_AS(dsne::write_atomically(folder.path() / "d", "x", "f"), dsne::StorageError);
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("files are written in the folders that their names have; one that cannot be ends it") {
  TemporaryFolder folder;
  dsne::write_files({{"a", "1", "a"}, {"joint/b", "2", "b"}, {"joint/c", "3", "c"}}, folder.path());
  CHECK(dsne::read_file(folder.path() / "a", "a") == "1");
  CHECK(dsne::read_file(folder.path() / "joint" / "b", "b") == "2");
  CHECK(dsne::read_file(folder.path() / "joint" / "c", "c") == "3");
  CHECK_THROWS_AS(dsne::write_files({{"d", "1", "d"}}, folder.path() / "none"), dsne::StorageError);
  CHECK_THROWS_WITH_AS(dsne::write_files({{"a/d", "1", "the file"}, {"e", "", ""}}, folder.path()),
                       "cannot make the folder of the file", dsne::StorageError);
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("a file can be read by whom the user lets read new files") {
  TemporaryFolder folder;
  for (const mode_t mask : {022U, 027U, 077U}) {
    const mode_t before = ::umask(mask);
    dsne::write_atomically(folder.path() / "f", "x", "the file");
    ::umask(before);
    const auto permissions = fs::status(folder.path() / "f").permissions();
    CHECK(static_cast<mode_t>(permissions) == (0644U & ~mask));
  }
}

TEST_CASE("lines are appended") {
  TemporaryFolder folder;
  const fs::path file = folder.path() / "log";
  dsne::append_line(file, "one", "the log");
  dsne::append_line(file, "two", "the log");
  CHECK(dsne::read_file(file, "the log") == "one\ntwo\n");
  // A device that is full takes no part of a line.
  CHECK_THROWS_AS(dsne::append_line("/dev/full", "three", "the log"), dsne::StorageError);
}

TEST_CASE("SHA-256 of bytes is the standard's") {
  CHECK(dsne::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(dsne::is_sha256(dsne::sha256("")));
  CHECK_FALSE(dsne::is_sha256("abc"));
  CHECK_FALSE(dsne::is_sha256(std::string(64, 'g')));
}
