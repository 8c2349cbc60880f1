#include "run/kept_subjects.h"

#include "unit/data/helpers.h"

TEST_CASE("thumbnails and dates are read back with their table's digest, and only whole") {
  const InputFolder folder;
  dsne::run::KeptSubjects subjects{.table = {}, .thumbnails = {"one", ""}, .history = {}};
  subjects.history.rows = {7};
  subjects.history.days = {19000};
  const std::string digest = dsne::run::keep_subjects(subjects, folder.path());
  const auto count = [&](const std::string& of) {
    return dsne::run::read_kept_thumbnails(folder.path(), of).size() +
           dsne::run::read_kept_history(folder.path(), of).rows.size();
  };
  CHECK(count(digest) == 3);
  CHECK(dsne::run::read_kept_thumbnails(folder.path(), digest) ==
        std::vector<std::string>{"one", ""});
  CHECK(count(std::string(64, '0')) == 0);
  for (const char* name : {"private_thumbnails.bin", "private_history.bin"}) {
    const std::string whole = dsne::read_file(folder.path() / name, name);
    for (std::size_t at = 0; at < whole.size(); ++at) {
      std::string damaged = whole;
      damaged[at] ^= 1;
      folder.write(name, damaged);
      CHECK(count(digest) < 3);
    }
    folder.write(name, "");
    CHECK(count(digest) < 3);
    folder.write(name, whole);
  }
}
