#include "summary/shared_file.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "core/files.h"
#include "temporary_folder.h"
#include "unit/summary/example.h"

namespace summary = dsne::summary;

TEST_CASE("a shared summary is read as a table or an array, and {} is none") {
  const TemporaryFolder folder;
  const summary::Summary made = example_summary(example_records(60)).site.summary;
  const auto write = [&](const std::string& name, const std::string& text) {
    dsne::write_atomically(folder.path() / name, text, name);
    return folder.path() / name;
  };
  const auto csv = write("summary.csv", summary::summary_csv(made));
  const auto table = summary::read_shared_summary(csv, "the summary");
  REQUIRE(table);
  CHECK_FALSE(table->array);
  CHECK(table->summary.means == made.means);

  CHECK_FALSE(summary::read_shared_summary(write("none.json", " {}\n"), "the summary"));

  const summary::ArrayFiles files = summary::summary_array(made);
  const auto npy = write("images.npy", files.array);
  CHECK(refusal_of([&] { summary::read_shared_summary(npy, "the summary"); }) ==
        "the summary is an array without its names (summary_names.json) beside it");
  write("images_names.json", files.names);
  const auto array = summary::read_shared_summary(npy, "the summary");
  REQUIRE(array);
  CHECK(array->array);
  CHECK(array->summary.means == made.means);

  CHECK(refusal_of([&] {
          summary::read_shared_summary(write("other.csv", "{\"a\": 1}\n"), "the summary");
        }) == "the summary: the columns are not row, subjects and measures");
}
