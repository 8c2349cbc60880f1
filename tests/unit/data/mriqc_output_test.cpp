#include "data/mriqc_output.h"

#include <doctest/doctest.h>

#include <string>

#include "core/errors.h"
#include "core/files.h"
#include "helpers.h"
#include "temporary_folder.h"
#include "text_search.h"

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

  /// Writes a scan's JSON file, with its version and another member of its provenance.
  void scan(const std::string& name, const std::string& version,
            const std::string& more = "") const {
    write(
        name,
        R"({"cjv": 0.4, "cnr": 3, "efc": 0.5, "fber": NaN, "snr_total": 9, "bids_meta": {"modality": "T1w"},
      "provenance": {"version": ")" +
            version + "\"" + more + "}}");
  }

  MriqcOutput find() const { return find_mriqc_output(folder_.path()); }

  /// Returns why nothing is found.
  std::string refusal() const {
    return error_of([&] { find(); });
  }

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

TEST_CASE("a folder above MRIQC's output will do, if there is one") {
  const Output output;
  output.write("derivatives/mriqc/group_T1w.tsv", one_scan_table);
  output.write("rawdata/sub-1/anat/sub-1_T1w.nii.gz");
  CHECK(output.find().folder == output.path("derivatives/mriqc"));
  output.write("other/group_T1w.tsv", one_scan_table);
  CHECK(contains(output.refusal(),
                 "several of MRIQC's outputs: name one of derivatives/mriqc and other"));
}

TEST_CASE("a folder with none of it says what is there, and what to bring") {
  const auto refusal = [](std::initializer_list<const char*> files) {
    const Output output;
    for (const char* file : files) output.write(file, R"({"EchoTime": 2})");
    return output.refusal();
  };
  CHECK(contains(refusal({}), "it is empty. Bring MRIQC's output folder, with group_T1w.tsv"));
  CHECK(contains(refusal({"sub-1/anat/sub-1_T1w.nii.gz", "sub-1/anat/sub-1_T1w.json"}),
                 "it holds 1 image"));
  CHECK(contains(refusal({"sub-1_T1w.html"}), "1 report (.html) without their .json files"));
  CHECK(contains(refusal({"sub-1/stats/aseg.stats"}), "1 subject of FreeSurfer's"));
  CHECK(contains(refusal({"qap_anat.csv", "b.tsv"}), "the tables b.tsv and qap_anat.csv"));
  CHECK(contains(refusal({"notes.txt"}), "1 other file"));
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

TEST_CASE("motion that was counted in other ways is told") {
  const Output output;
  output.write("group_bold.tsv", "bids_name\tfd_mean\nsub-1_bold\t0.1\n");
  output.scan("sub-1/func/sub-1_bold.json", "24.0.2", R"(, "settings": {"fd_thres": 0.2})");
  output.scan("sub-2/func/sub-2_bold.json", "24.0.2", R"(, "settings": {"fd_thres": 0.5})");
  CHECK(contains(mriqc_run(output.find(), output.find().kinds[0]).mixed, "above 0.2 and 0.5 mm"));
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
