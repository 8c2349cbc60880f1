#include "core/files.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/filesystem/operations.hpp>
#include <chrono>
#include <future>
#include <iterator>
#include <optional>

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

TEST_CASE("a file is written whole, replaces the old one, and leaves no other file") {
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

TEST_CASE("files are written into their folders; the first failure is an error") {
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

TEST_CASE("files and folders are their owner's alone, whatever the user's mask allows") {
  TemporaryFolder folder;
  const mode_t before = ::umask(0);
  dsne::write_atomically(folder.path() / "f", "x", "the file");
  dsne::append_line(folder.path() / "log", "x", "the log");
  dsne::write_files({{"joint/f", "x", "the file"}}, folder.path());
  ::umask(before);
  const auto mode = [&](const char* name) {
    return static_cast<mode_t>(fs::status(folder.path() / name).permissions());
  };
  for (const char* file : {"f", "log", "joint/f"}) CHECK(mode(file) == 0600U);
  CHECK(mode("joint") == 0700U);
}

TEST_CASE("files that root writes belong to the folder's owner") {
  if (::geteuid() != 0) return;
  TemporaryFolder folder;
  constexpr uid_t somebody = 1234;
  REQUIRE(::chown(folder.path().c_str(), somebody, somebody) == 0);
  dsne::write_files({{"joint/f", "x", "the file"}, {"f", "x", "the file"}}, folder.path());
  dsne::append_line(folder.path() / "log", "x", "the log");
  for (const char* name : {"f", "log", "joint", "joint/f"}) {
    struct stat status {};
    REQUIRE(::stat((folder.path() / name).c_str(), &status) == 0);
    CHECK(status.st_uid == somebody);
  }
}

TEST_CASE("a pipe in place of a file is an error, and not waited for") {
  TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS(dsne::read_file(pipe, "the file"), dsne::StorageError);
  CHECK_THROWS_AS(dsne::append_line(pipe, "line", "the file"), dsne::StorageError);
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

TEST_CASE("a folder is locked by one at a time") {
  const TemporaryFolder folder;
  std::optional<dsne::FolderLock> first(std::in_place, folder.path(), "it");
  auto second =
      std::async(std::launch::async, [&] { const dsne::FolderLock lock(folder.path(), "it"); });
  CHECK(second.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  first.reset();
  second.get();
}

TEST_CASE("a folder that cannot be locked is an error") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(dsne::FolderLock(folder.path() / "gone", "it"),
                       "cannot lock it: No such file or directory", dsne::StorageError);
}

TEST_CASE("SHA-256 agrees with the standard") {
  CHECK(dsne::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(dsne::is_sha256(dsne::sha256("")));
  CHECK_FALSE(dsne::is_sha256("abc"));
  CHECK_FALSE(dsne::is_sha256(std::string(64, 'g')));
}

TEST_CASE("a hash is BLAKE2b-256 of the parts, each after its length in 8 bytes") {
  // hashlib.blake2b(struct.pack('<Q', 3) + b'abc' + struct.pack('<Q', 0), digest_size=32) in Python
  CHECK(dsne::to_hex(dsne::hash_of({"abc", ""})) ==
        "e868c930203dfd8a208590008012f99f019dcb9d4d776df5fae6b7d4d9242072");
  // the same with key=bytes(range(32))
  dsne::Bytes32 key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<unsigned char>(i);
  CHECK(dsne::to_hex(dsne::keyed_hash(key, {"abc", ""})) ==
        "cf9c08d15b36283bbecc5396204ad0f2934a3022327303cf9524999f287f909c");
}

TEST_CASE("the same bytes in other parts have another hash") {
  CHECK(dsne::hash_of({"ab", "c"}) != dsne::hash_of({"a", "bc"}));
  CHECK(dsne::hash_of({"abc"}) != dsne::hash_of({"abc", ""}));
}

TEST_CASE("hexadecimal text is decoded again; other text is refused") {
  const dsne::Bytes32 bytes = dsne::hash_of({"x"});
  const std::string text = dsne::to_hex(bytes);
  CHECK(dsne::from_hex(text) == bytes);
  CHECK_FALSE(dsne::from_hex(text.substr(1)));
  CHECK_FALSE(dsne::from_hex(text + "0"));
  CHECK_FALSE(dsne::from_hex("g" + text.substr(1)));
  CHECK_FALSE(dsne::from_hex(""));
}
