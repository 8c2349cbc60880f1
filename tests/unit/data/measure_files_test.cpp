#include "data/measure_files.h"

#include "data/file_list.h"
#include "helpers.h"
#include "text_search.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

Table measures_of(const std::vector<std::string>& files) {
  const InputFolder folder;
  return dsne::data::read_measure_files(
      dsne::data::read_file_list(folder.write_list(files, ".txt"), "site_data", {}));
}

/// What the files of two subjects are read as.
Table measures_of(const std::string& first, const std::string& second) {
  return measures_of(std::vector<std::string>{first, second});
}

/// What a subject's file is refused with.
std::string measures_error(const std::string& content) {
  return error_of([&] { measures_of({content}); });
}

}  // namespace

TEST_CASE("measures are matched by name, also those missing from the first subject") {
  const InputFolder folder;
  folder.write("a.txt", "x,1\ny,NA\n");
  folder.write("b.txt", "z 3\nx 2\n\n");
  const auto list = folder.write("list.csv", "file,isControl,age\na.txt,True,22\nb.txt,False,47\n");
  const Table table = dsne::data::read_measure_files(
      dsne::data::read_file_list(list, "site_data", with_columns("", "isControl")));
  CHECK(table.features == Names{"x", "y", "z"});
  CHECK(table.labels == Names{"True", "False"});
  CHECK(table.ids == Names{"a.txt", "b.txt"});
  CHECK(table.values.col(0).transpose() == dsne::RowVector{{1, 2}});
  CHECK(table.values(1, 2) == 3);
  CHECK(table.values.array().isNaN().count() == 3);
}

TEST_CASE("a header is not a measure, even if the subject's id is a number") {
  const Table table =
      measures_of("Measure:volume\t50002\nx\t1\n", "\nlh.aparc.thickness\t50003\nx\t2\n");
  CHECK(table.features == Names{"x"});
  CHECK(table.values.col(0).transpose() == dsne::RowVector{{1, 2}});
}

TEST_CASE("a first line whose value has a decimal mark is not a header") {
  CHECK(measures_of("x 1.5\ny 2\n", "x 1\ny 2.25\n").values == dsne::Matrix{{1.5, 2}, {1, 2.25}});
  CHECK(measures_of("x\t1,5\ny\t2\n", "x\t1\ny\t2,5\n").values == dsne::Matrix{{1.5, 2}, {1, 2.5}});
  CHECK(measures_of("x 1e-3\n", "x -.5\n").values == dsne::Matrix{{0.001}, {-0.5}});
}

TEST_CASE("values may have decimal commas") {
  CHECK(measures_of("x;1,5\ny;2,25\n", "x;1\ny;3\n").values == dsne::Matrix{{1.5, 2.25}, {1, 3}});
}

namespace {

/// A scan as MRIQC's JSON has it.
std::string scan(const std::string& modality, const std::string& rest) {
  return "{\"bids_meta\": {\"modality\": \"" + modality + "\", \"subject_id\": \"01\"}, " + rest +
         ", \"provenance\": {\"version\": \"23.1.0\", \"x\": 3}}";
}

}  // namespace

TEST_CASE("MRIQC's JSON per scan is a table of its measures") {
  const Table table = measures_of(scan("T1w", "\"cjv\": 0.5, \"cnr\": 3, \"snr_wm\": NaN"),
                                  scan("T1w", "\"snr_wm\": [1, 2, null], \"cjv\": null"));
  CHECK(table.features == Names{"cjv", "cnr", "snr_wm"});
  CHECK(table.values(0, 0) == 0.5);
  CHECK(table.values(0, 1) == 3);
  CHECK(table.values(1, 2) == 1.5);
  CHECK(table.values.array().isNaN().count() == 3);
  CHECK(table.reading.modality == "T1w");
}

TEST_CASE("other numbers beside quality measures are left out, and reported") {
  const Table table = measures_of(
      scan("T1w", "\"cjv\": 1, \"cnr\": 2, \"efc\": 3, \"fber\": 4, \"qi_1\": 5, \"age\": 31"),
      scan("T1w", "\"cjv\": 1, \"cnr\": 2, \"efc\": 3, \"fber\": 4, \"qi_1\": 5, \"age\": 34"));
  CHECK(table.features == Names{"cjv", "cnr", "efc", "fber", "qi_1"});
  REQUIRE(table.reading.left_out.size() == 1);
  CHECK(table.reading.left_out.front().name == "age");
}

TEST_CASE("JSON that is wrong") {
  const std::string file = "site_data row 1's file";
  const std::string none = file + " is no JSON object of one scan's measures, as MRIQC writes it";
  CHECK(measures_error("[{\"cjv\": 1}]") == none);
  CHECK(measures_error("{\"cjv\": 1") == none);
  CHECK(measures_error("{\"cjv\": \"1\"}") == file + " has no measure");
  CHECK(measures_error("{\"EchoTime\": 0.03, \"FlipAngle\": 8}") ==
        file +
            " is a BIDS sidecar, which says how a scan was made: bring MRIQC's JSON of the scan");
  CHECK(measures_error("{\"cjv\": Infinity}") == file + ": measure 1 is infinite or too large");
  CHECK(measures_error("{\"cjv\": " + std::string(200, '[') + std::string(200, ']') + "}") == none);
  CHECK(error_of([] { measures_of(scan("T1w", "\"cjv\": 1"), scan("T2w", "\"cjv\": 1")); }) ==
        "site_data row 2's file is of another kind of scan (T2w) than the first file (T1w): "
        "bring a list for each kind");
}

TEST_CASE("a table of one scan in each file is a table of all") {
  const Table table =
      measures_of("sub\ttask\tspace\tmean_fd\tcoreg_dice\nA1\trest\tMNI\t0.25\t0.5\n",
                  "sub\ttask\tcoreg_dice\tmean_fd\tmax_fd\nA2\trest\tn/a\t0.125\t2\n");
  CHECK(table.features == Names{"mean_fd", "coreg_dice", "max_fd"});
  CHECK(table.values(0, 0) == 0.25);
  CHECK(table.values(1, 0) == 0.125);
  CHECK(std::isnan(table.values(1, 1)));
  CHECK(table.ids == Names{"secret0.txt", "secret12.txt"});
  CHECK(table.persons == Names{"A1", "A2"});
  REQUIRE(table.reading.left_out.size() == 1);
  CHECK(table.reading.left_out[0].name == "space");
  const Table german = measures_of("Patient ID;Sex;Age;SNR;CSF\nj1;F;40;12,5;1.011,25\n",
                                   "Patient ID;Sex;Age;SNR;CSF\nj2;M;50;13,5;980,5\n");
  CHECK(german.features == Names{"SNR", "CSF"});
  CHECK(german.values(0, 1) == 1011.25);
  CHECK(measures_of("subject_id,mean_fd\nA1,0.5\n", "subject_id,mean_fd\nA2,1\n").features ==
        Names{"mean_fd"});
  CHECK(
      contains(error_of([] { measures_of("sub,fd,snr\nA1,0.5,2\n", "sub,fd,snr\nA2,failed,3\n"); }),
               "site_data row 2's file has text where another file has a number"));
}

TEST_CASE("files of one scan without ids do not say that all are of one person") {
  CHECK(measures_of("a,b,c\n1,2,3\n", "a,b,c\n4,5,6\n").persons.empty());
}

TEST_CASE("a subject's file that is wrong is named by its row in the list") {
  const std::string file = "site_data row 1's file";
  CHECK(measures_error("") == file + " has no measure");
  CHECK(measures_error("Measure:volume\tsecret\n") == file + " has no measure");
  CHECK(measures_error("a\t1\nb\tsecret\n") == file + " row 2, column 2: not a number");
  CHECK(measures_error("a\t1\nb\tinf\n") == file + " row 2, column 2: an infinity");
  CHECK(measures_error("a\t1\n\t2\n") == file + " row 2, column 1: the measure has no name");
  CHECK(measures_error("a\t1\na\t2\n") == file + " has a measure twice");
  CHECK(measures_error("a\t1\t2\nb\t3\t4\n") ==
        file + " row 1 has 3 instead of 2 columns, a measure and its value");
  CHECK(measures_error(std::string("\x1F\x8B\0\0", 4)) ==
        file + " is compressed and damaged: unpack it and look");
}
