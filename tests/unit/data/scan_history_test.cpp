#include "data/formats/scan_history.h"

#include <cmath>

#include "data/formats/data_format.h"
#include "helpers.h"

using namespace dsne::data;
using Names = std::vector<std::string>;

namespace {

const std::string input = "site_data";

/// The history of a table of this text.
ScanHistory history_of(const std::string& text, const HistoryColumns& columns = {}) {
  const InputFile file(text);
  TableFormat format;
  format.features_later = true;
  for (const std::string& column : {columns.date, columns.scanner}) {
    if (!column.empty()) format.no_features.push_back(column);
  }
  const Table table = read_data(file.path(), input, DataFormat::automatic, format);
  CHECK(table.features == Names{"cjv", "cnr"});
  return read_scan_history(file.path(), input, table, columns);
}

std::string date_of(const std::string& text, bool day_first = true) {
  const double day = day_of(text, day_first);
  return std::isnan(day) ? "" : date_text(day);
}

}  // namespace

TEST_CASE("dates as people and BIDS write them") {
  for (const char* text : {"2023-05-17", "2023-05-17T10:20:30", "2023-05-17T10:20:30.250000",
                           "2023-5-17 10:20", "20230517", "17.05.2023", "17/05/2023", "2023/05/17",
                           " 2023-05-17 ", "2023-05-17T23:59:59Z"}) {
    CAPTURE(text);
    CHECK(date_of(text) == "2023-05-17");
  }
  CHECK(date_of("05/17/2023", false) == "2023-05-17");
  CHECK(date_of("1899-12-31T01:00:00") == "1899-12-31");  // as BIDS moves dates
  CHECK(day_of("2023-05-17T12:00:00", true) - day_of("2023-05-17", true) == doctest::Approx(0.5));
  for (const char* text : {"", "n/a", "2023-02-30", "2023", "17", "0.5", "20231399", "noon"}) {
    CAPTURE(text);
    CHECK(date_of(text).empty());
  }
}

TEST_CASE("columns of dates and scanners are found by name") {
  const ScanHistory history = history_of(
      "participant_id,acq_time,manufacturer,cjv,cnr\n"
      "sub-1,2023-05-17T10:00:00,Siemens,0.5,3\n"
      "sub-2,n/a,GE,0.6,4\n"
      "sub-3,2023-05-16T10:00:00,,0.7,5\n");
  CHECK(history.date_column == "acq_time");
  CHECK(history.scanner_column == "manufacturer");
  CHECK(history.scanners == Names{"Siemens", "GE", ""});
  REQUIRE(history.days.size() == 3);
  CHECK(std::isnan(history.days[1]));
  CHECK(history.days[2] < history.days[0]);
  CHECK(history.rows == std::vector<std::size_t>{2, 3, 4});
  CHECK(history_of("participant_id,cjv,cnr\ns1,1,2\ns2,2,3\n").empty());
}

TEST_CASE("a named column counts, and is no measure though it holds numbers") {
  const std::string table = "id,when,coil,cjv,cnr\na,20230517,1,0.5,3\nb,20230518,2,0.6,4\n";
  const ScanHistory history = history_of(table, {"when", "coil"});
  CHECK(history.days[1] - history.days[0] == doctest::Approx(1));
  CHECK(history.scanners == Names{"1", "2"});
}

TEST_CASE("the day of 03/04/2023 is what the other dates show") {
  const auto first_day = [](const std::string& other) {
    const ScanHistory history = history_of(
        "id,scan_date,cjv,cnr\na,03/04/2023,0.5,3\nb," + other + ",0.6,4\n", {"scan_date", ""});
    return date_text(history.days[0]);
  };
  CHECK(first_day("25/04/2023") == "2023-04-03");
  CHECK(first_day("04/25/2023") == "2023-03-04");
  CHECK_THROWS_WITH_AS(first_day("05/06/2023"), doctest::Contains("write 2023-05-17"),
                       dsne::InputError);
}

TEST_CASE("a named column that is not there, or holds no date, is an error without its name") {
  const std::string table = "id,scan_date,cjv,cnr\na,soon,0.5,3\nb,late,0.6,4\n";
  CHECK(history_of(table).empty());
  CHECK_THROWS_WITH_AS(history_of(table, {"scan_date", ""}), doctest::Contains("holds no date"),
                       dsne::InputError);
  CHECK_THROWS_WITH_AS(history_of(table, {"secret", ""}),
                       "site_data has no column, or several, of the name in date_column",
                       dsne::InputError);
}

TEST_CASE("without a column of dates, BIDS' files of scans beside the table tell") {
  const InputFolder folder;
  const auto file = folder.write("group_T1w.tsv",
                                 "bids_name\tcjv\tcnr\nsub-1_T1w\t0.5\t3\nsub-2_T1w\t0.6\t4\n"
                                 "sub-3_T1w\t0.7\t5\n");
  const auto history = [&] {
    return read_scan_history(file, input, read_data(file, input, DataFormat::automatic, {}), {});
  };
  CHECK(history().empty());
  folder.write("scans.tsv",
               "filename\tacq_time\nanat/sub-1_T1w.nii.gz\t2023-05-17T10:00:00\n"
               "func/sub-1_bold.nii.gz\t2023-05-18T10:00:00\nanat/sub-9_T1w.nii.gz\t2023-05-19\n");
  folder.write("sub-3_scans.tsv", "filename\tacq_time\nanat/sub-3_T1w.nii.gz\t2023-05-20\n");
  const ScanHistory found = history();
  CHECK(found.date_column == "scans.tsv");
  CHECK(found.scanners.empty());
  REQUIRE(found.days.size() == 3);
  CHECK(date_text(found.days[0]) == "2023-05-17");
  CHECK(std::isnan(found.days[1]));
  CHECK(date_text(found.days[2]) == "2023-05-20");
  folder.write("scans.tsv", "filename\tacq_time\tscanner\nsub-2_T1w.nii.gz\t2023-05-17\tA\n");
  CHECK(history().scanners == Names{"", "A", ""});
}
