// What is told of folders that people bring is in tests/data/sessions/look.txt.

#include "data/formats/mriqc_output.h"

#include <doctest/doctest.h>

#include <string>

#include "core/errors.h"
#include "core/files.h"
#include "helpers.h"
#include "temporary_folder.h"

namespace fs = boost::filesystem;
using dsne::data::find_mriqc_output;
using dsne::data::mriqc_run;
using dsne::data::MriqcOutput;

namespace {

/// A folder that MRIQC wrote.
class Output {
 public:
  fs::path path(const std::string& name) const { return folder_.path() / name; }

  void write(const std::string& name, const std::string& text = "") const {
    fs::create_directories(path(name).parent_path());
    dsne::write_atomically(path(name), text, "a file");
  }

  /// Writes a scan's JSON file, with its version.
  void scan(const std::string& name, const std::string& version) const {
    write(
        name,
        R"({"cjv": 0.4, "cnr": 3, "efc": 0.5, "fber": NaN, "snr_total": 9, "bids_meta": {"modality": "T1w"},
      "provenance": {"version": ")" +
            version + "\"}}");
  }

  MriqcOutput find() const { return find_mriqc_output(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

constexpr const char* one_scan_table = "bids_name\tcjv\nsub-1_T1w\t0.4\n";

}  // namespace

TEST_CASE("each kind of scan is found with its group table, and the scans' files beside it") {
  const Output output;
  output.write("group_bold.tsv", "bids_name\tfd_mean\nsub-1_bold\t0.1\n");
  output.write("group_T1w.tsv", one_scan_table);
  output.write("group_variant-failed_T1w.csv", "x\n");
  output.scan("sub-1/ses-a/anat/sub-1_ses-a_T1w.json", "24.0.2");
  output.write("sub-1/figures/sub-1_T1w.json", "{}");
  const MriqcOutput found = output.find();
  REQUIRE(found.kinds.size() == 2);
  CHECK(found.kinds[0].kind == "T1w");
  CHECK(found.kinds[0].table == output.path("group_T1w.tsv"));
  CHECK(found.kinds[0].files.size() == 1);
  CHECK(found.kinds[1].kind == "bold");
  CHECK(mriqc_run(found, found.kinds[0]).version == "24.0.2");
}

TEST_CASE("without a group table the scans' files are read, by their names") {
  const Output output;
  output.scan("sub-2/anat/sub-2_T1w.json", "0.16.1");
  output.scan("derivatives/sub-1_T1w.json", "0.16.1");
  const MriqcOutput found = output.find();
  REQUIRE(found.kinds.size() == 1);
  CHECK(found.kinds[0].table.empty());
  const dsne::data::Table read = read_mriqc_files(found.kinds[0]);
  CHECK(read.ids == std::vector<std::string>{"sub-1_T1w", "sub-2_T1w"});
  CHECK(read.values.cols() == 5);
  CHECK(read.reading.modality == "T1w");
}

TEST_CASE("two runs of MRIQC in one folder are told, if they measure in other ways") {
  const Output output;
  output.write("group_T1w.tsv", one_scan_table);
  output.scan("sub-1/anat/sub-1_T1w.json", "24.0.2");
  output.scan("sub-2/anat/sub-2_T1w.json", "24.0.2");
  output.scan("sub-3/anat/sub-3_T1w.json", "24.0.0");
  const auto run = [&] { return mriqc_run(output.find(), output.find().kinds[0]); };
  CHECK(run().mixed.empty());
  output.scan("sub-4/anat/sub-4_T1w.json", "0.16.1");
  CHECK(run().mixed == "2 by MRIQC 24.0.2 and 1 by 0.16.1");
  CHECK(run().version == "24.0.2");
}

TEST_CASE(
    "two files of one scan are refused, and a version may stand in the data set's description") {
  const Output output;
  output.scan("sub-1/anat/sub-1_T1w.json", "0.16.1");
  output.scan("derivatives/sub-1_T1w.json", "0.9.6");
  CHECK_THROWS_AS(read_mriqc_files(output.find().kinds[0]), dsne::InputError);
  const Output described;
  described.write("group_T1w.tsv", one_scan_table);
  described.write("dataset_description.json",
                  R"({"GeneratedBy": [{"Name": "MRIQC", "Version": "23.1.0"}]})");
  CHECK(mriqc_run(described.find(), described.find().kinds[0]).version == "23.1.0");
  described.write("dataset_description.json", "{");
  CHECK(mriqc_run(described.find(), described.find().kinds[0]).version.empty());
}
