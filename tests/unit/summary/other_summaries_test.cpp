#include "summary/other_summaries.h"

#include <doctest/doctest.h>

#include <boost/filesystem/operations.hpp>

#include "core/errors.h"
#include "temporary_folder.h"
#include "unit/summary/example.h"

namespace fs = boost::filesystem;
using namespace dsne::summary;

namespace {

/// A folder with the summary of the persons sub-0 to sub-59.
struct FolderExample {
  TemporaryFolder folder;
  Place place;
  SiteSummary site = example_summary(six_measures(60)).site;

  explicit FolderExample(const std::string& data_set = "") : place{folder.path(), data_set} {
    write_site_summary(place, site);
  }

  void rename(const std::string& from, const std::string& to) const {
    fs::rename(place.folder / from, place.folder / to);
  }

  void put(const std::string& name, const std::string& text) const {
    dsne::write_atomically(place.folder / name, text, "a file");
  }

  /// The refusal of a summary of these records under another data set's name.
  std::string refusal(const Records& records) const {
    return error_of([&] { check_other_summaries({place.folder, "b"}, records); });
  }
};

/// Persons whom nobody knows.
Records strangers() { return six_measures(40, 9, 500); }

}  // namespace

TEST_CASE("a data set's summary is of no person and measure of another's") {
  CHECK(is_data_set_name("T1w"));
  CHECK_FALSE(is_data_set_name("a_b"));
  CHECK_FALSE(is_data_set_name("../x"));
  const FolderExample example("T1w");
  CHECK(example.refusal(strangers()).empty());
  // Other values of the same persons, as of another session.
  const Records later = six_measures(60, 2);
  CHECK(contains(example.refusal(later), "60 persons of these data are in summary_T1w.csv; two"));
  Records bold = later;
  bold.measures = {"fd_mean", "dvars_std", "gcor", "tsnr", "aor", "aqi"};
  CHECK(example.refusal(bold).empty());
  bold.measures[2] = "CNR";
  CHECK(contains(example.refusal(bold), "summary_T1w.csv"));
  Records images = later;
  images.array = true;
  CHECK(example.refusal(images).empty());
  // An array of the same values, without one column, and with other ids.
  images.values = six_measures(60).values.rightCols(5);
  images.measures.resize(5);
  for (std::string& person : images.persons) person = "case " + person.substr(4);
  CHECK(
      contains(example.refusal(images), "60 persons of these data are in summary_T1w.csv, known"));
}

TEST_CASE("a summary is known by its content, whatever its file is called") {
  const FolderExample example;
  for (const char* name : {"summary.txt", "summary_a_b.csv", "notes.csv"}) {
    example.put(name, "row\n1\n");
  }
  CHECK(example.refusal(strangers()).empty());
  // A copy, as one that was shared before a row was struck.
  example.put("sent in May.csv", dsne::read_file(example.place.folder / "summary.csv", "it"));
  write_site_summary(example.place, without(example.site, "sub-3"));
  CHECK(example.refusal(strangers()).empty());

  example.rename("summary_private.json", "elsewhere");
  CHECK(contains(example.refusal(strangers()), "is a summary without its private file: restore"));
  example.rename("summary.csv", "renamed.dat");
  fs::remove(example.place.folder / "sent in May.csv");
  CHECK(contains(example.refusal(strangers()), "renamed.dat is a summary without its private"));
  // Saved again by a spreadsheet.
  example.put("renamed.dat", "\xef\xbb\xbf\"row\";\"subjects\";\"cjv\"\r\n1;10;0,4\r\n");
  CHECK(contains(example.refusal(strangers()), "renamed.dat is a summary"));
  fs::remove(example.place.folder / "renamed.dat");
  CHECK(example.refusal(strangers()).empty());
}

TEST_CASE("in which data sets a person is can be told") {
  const FolderExample example("bold");
  const Place place{example.place.folder, ""};
  CHECK(other_data_sets_with(place, "sub-7") == std::vector<std::string>{"summary_bold.csv"});
  CHECK(other_data_sets_with(place, "SUB-007") == std::vector<std::string>{"summary_bold.csv"});
  CHECK(other_data_sets_with(place, "sub-700").empty());
  CHECK(other_data_sets_with(example.place, "sub-7").empty());
}
