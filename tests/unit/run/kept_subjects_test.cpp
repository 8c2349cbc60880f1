#include "run/kept_subjects.h"

#include "unit/data/helpers.h"

namespace {

std::vector<std::string> read_from(const std::string& content) {
  const InputFolder folder;
  folder.write("private_thumbnails.bin", content);
  return dsne::run::read_kept_thumbnails(folder.path());
}

}  // namespace

TEST_CASE("thumbnails that were kept are read back") {
  const InputFolder folder;
  dsne::run::keep_subjects({.table = {}, .thumbnails = {"one", ""}, .history = {}}, folder.path());
  CHECK(dsne::run::read_kept_thumbnails(folder.path()) == std::vector<std::string>{"one", ""});
}

TEST_CASE("damaged thumbnails are ignored, and the report has none") {
  CHECK(read_from("").empty());
  CHECK(read_from("\x9b\xff\xff\xff\xff\xff\xff\xff\xff").empty());  // an array of 2⁶⁴ − 1 pictures
  CHECK(read_from("\x81\x61g").empty());                             // of text
  CHECK(read_from("\xa0").empty());
}
