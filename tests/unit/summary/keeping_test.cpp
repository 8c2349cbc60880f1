#include "summary/keeping.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <boost/filesystem/operations.hpp>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "data/formats/npy.h"
#include "summary/shared_file.h"
#include "temporary_folder.h"
#include "unit/summary/example.h"

namespace fs = boost::filesystem;
using namespace dsne::summary;

namespace {

std::string content(const Place& place, const std::string& name) {
  return dsne::read_file(place.folder / name, "a file");
}

void put(const Place& place, const std::string& name, const std::string& text) {
  dsne::write_atomically(place.folder / name, text, "a file");
}

bool is_there(const Place& place, const std::string& name) {
  return fs::exists(place.folder / name);
}

std::string error_of_reading(const Place& place) {
  return error_of([&] { read_site_summary(place); });
}

/// A folder with the summary of 60 persons.
struct KeptExample {
  TemporaryFolder folder;
  Place place;
  SiteSummary site = example_summary(example_records(60)).site;

  explicit KeptExample(const std::string& data_set = "") : place{folder.path(), data_set} {
    write_site_summary(place, site);
  }
};

Records array_records() {
  Records records = example_records(60);
  records.array = true;
  records.measures.clear();
  return records;
}

}  // namespace

TEST_CASE("a kept summary reads back with the same bytes") {
  for (const bool array : {false, true}) {
    const TemporaryFolder folder;
    const Place place{folder.path(), ""};
    CHECK_FALSE(read_site_summary(place));
    // An unfinished first summary does not exist.
    put(place, "summary.csv.next", "row");
    CHECK_FALSE(read_site_summary(place));
    const SiteSummary site = example_summary(array ? array_records() : example_records(60)).site;
    write_site_summary(place, site);
    const std::string name = array ? "summary.npz" : "summary.csv";
    const std::string shared = content(place, name);
    const std::string kept = content(place, "summary_private.json");
    const auto again = read_site_summary(place);
    REQUIRE(again);
    CHECK(again->summary.means == site.summary.means);
    CHECK(again->kept.rows == site.kept.rows);
    CHECK(again->kept.scale.medians == site.kept.scale.medians);
    write_site_summary(place, *again);
    CHECK(content(place, name) == shared);
    CHECK(content(place, "summary_private.json") == kept);
    CHECK_FALSE(is_there(place, name + ".next"));
  }
}

TEST_CASE("only its owner can read the private file, and it has no id") {
  const KeptExample kept;
  const Place& place = kept.place;
  struct stat status {};
  REQUIRE(::stat((place.folder / "summary_private.json").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK_FALSE(contains(content(place, "summary_private.json"), "sub-"));
  CHECK_FALSE(contains(content(place, "summary.csv"), "sub-"));
}

TEST_CASE("after a crash the old or the new summary is there") {
  const KeptExample example;
  const Place& place = example.place;
  const SiteSummary& old = example.site;
  const std::string old_shared = content(place, "summary.csv");
  const std::string old_kept = content(place, "summary_private.json");
  const SiteSummary rest = without(old, "sub-3");
  write_site_summary(place, rest);
  const std::string new_shared = content(place, "summary.csv");
  const std::string new_kept = content(place, "summary_private.json");

  // Before the private file was written: the old one holds.
  put(place, "summary.csv", old_shared);
  put(place, "summary.csv.next", new_shared);
  put(place, "summary_private.json", old_kept);
  CHECK(read_site_summary(place)->summary.means == old.summary.means);
  CHECK_FALSE(is_there(place, "summary.csv.next"));

  // After: the new one.
  put(place, "summary.csv", old_shared);
  put(place, "summary.csv.next", new_shared);
  put(place, "summary_private.json", new_kept);
  CHECK(read_site_summary(place)->summary.means == rest.summary.means);
  CHECK(content(place, "summary.csv") == new_shared);

  // A first one that never got its name.
  fs::remove(place.folder / "summary.csv");
  put(place, "summary.csv.next", new_shared);
  CHECK(read_site_summary(place)->summary.means == rest.summary.means);
  CHECK(content(place, "summary.csv") == new_shared);
}

namespace {

/// The private file as another version would write it.
std::string kept_by(const std::string& text, int form, const std::vector<std::string>& without) {
  dsne::Json kept = dsne::Json::parse(text)["kept"];
  kept["form"] = form;
  for (const std::string& name : without) kept.erase(name);
  return dsne::Json({{"kept", kept}, {"digest", dsne::sha256(dsne::to_ascii(kept))}}).dump(1);
}

}  // namespace

TEST_CASE("the private file of an earlier version is read, that of a later one refused") {
  const KeptExample example;
  const std::string kept = content(example.place, "summary_private.json");
  CHECK(read_site_summary(example.place)->kept.rules == current_rules);
  put(example.place, "summary_private.json",
      kept_by(kept, 1, {"rules", "covariates", "covariates_of"}));
  const auto old = read_site_summary(example.place);
  REQUIRE(old);
  CHECK(old->kept.rules == first_rules);
  CHECK(old->kept.rows == example.site.kept.rows);
  CHECK(old->summary.means == example.site.summary.means);
  put(example.place, "summary_private.json", kept_by(kept, 99, {}));
  CHECK(contains(error_of_reading(example.place), "later version"));
}

TEST_CASE("a summary of arrays in two files, as of an earlier version, becomes one") {
  const TemporaryFolder folder;
  const Place place{folder.path(), ""};
  const SiteSummary site = example_summary(array_records()).site;
  write_site_summary(place, site);
  const std::string rows =
      dsne::data::arrays_in_npz(content(place, "summary.npz")).value().back().npy;
  const std::string names = R"({"excluded":false,"measures":4})"
                            "\n";
  dsne::Json kept = dsne::Json::parse(content(place, "summary_private.json"))["kept"];
  kept["summary"] = dsne::sha256(dsne::sha256(rows) + dsne::sha256(names));
  put(place, "summary_private.json", kept_by(dsne::Json({{"kept", kept}}).dump(), 1, {"rules"}));
  put(place, "summary.npy", rows);
  put(place, "summary_names.json", names);
  const std::string shared = content(place, "summary.npz");
  fs::remove(place.folder / "summary.npz");

  REQUIRE(is_in_two_files(place));
  const auto earlier = read_site_summary(place);
  REQUIRE(earlier);
  CHECK(earlier->summary.means == site.summary.means);
  CHECK(contains(error_of([&] { read_shared_summary(place.folder / "summary.npy", "it"); }),
                 "run dsne summarize once more"));
  write_site_summary(place, *earlier);
  CHECK_FALSE(is_in_two_files(place));
  CHECK(content(place, "summary.npz") == shared);
  CHECK(read_site_summary(place)->summary.means == site.summary.means);
}

TEST_CASE("a lost or damaged file is reported, and no second summary is made") {
  const KeptExample example;
  const Place& place = example.place;
  const std::string shared = content(place, "summary.csv");
  const std::string kept = content(place, "summary_private.json");

  put(place, "summary.csv", shared + "\n");
  CHECK(contains(error_of_reading(place), "missing or was changed"));
  fs::remove(place.folder / "summary.csv");
  CHECK(contains(error_of_reading(place), "missing or was changed"));
  put(place, "summary.csv", shared);

  for (const std::string& damaged : {std::string("{}"), std::string(), kept.substr(0, 100)}) {
    put(place, "summary_private.json", damaged);
    CHECK(contains(error_of_reading(place), "is damaged"));
  }
  std::string other = kept;
  other.replace(other.find("\"made\": \"2026"), 13, "\"made\": \"2025");
  put(place, "summary_private.json", other);
  CHECK(contains(error_of_reading(place), "is damaged"));

  fs::remove(place.folder / "summary_private.json");
  CHECK(contains(error_of_reading(place), "private file of the summary is missing"));
}

TEST_CASE("a summary of which every row was struck is {}") {
  const TemporaryFolder folder;
  const Place place{folder.path(), ""};
  SiteSummary site = example_summary(example_records(20)).site;
  for (const Records& records = example_records(20); const std::string& person : records.persons) {
    site = without(site, person);
  }
  write_site_summary(place, site);
  CHECK(content(place, "summary.csv") == "{}\n");
  const auto again = read_site_summary(place);
  REQUIRE(again);
  CHECK(newcomers(again->kept, example_records(20)).empty());
}

TEST_CASE("a summary sent without its verdicts is still known as the site's") {
  const TemporaryFolder folder;
  Records records = example_records(60);
  for (int i = 0; i < 60; ++i) records.excluded.push_back(i < 20);
  SiteSummary site = example_summary(records).site;
  write_site_summary({folder.path(), ""}, site);
  CHECK(find_kept(folder.path(), site.summary));
  site.summary.excluded.reset();
  CHECK(find_kept(folder.path(), site.summary));
  site.summary.subjects(0) += 1;
  CHECK_FALSE(find_kept(folder.path(), site.summary));
}

TEST_CASE("a summary under another name is found by its content, and gets its name back") {
  const KeptExample example;
  const Place& place = example.place;
  const std::string shared = content(place, "summary.csv");
  fs::rename(place.folder / "summary.csv", place.folder / "for the consortium.csv");
  const auto again = read_site_summary(place);
  REQUIRE(again);
  CHECK(again->summary.means == example.site.summary.means);
  CHECK(content(place, "summary.csv") == shared);
}
