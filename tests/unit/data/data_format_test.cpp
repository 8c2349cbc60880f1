#include "data/formats/data_format.h"

#include "helpers.h"
#include "text_search.h"

using dsne::data::DataFormat;
using dsne::data::find_data_format;
using dsne::data::Table;

namespace {

DataFormat found(const std::string& name) { return find_data_format(test_data(name), "site_data"); }

/// The format found for a table in a folder of these other files.
DataFormat found_in(const InputFolder& folder, const std::string& content) {
  return find_data_format(folder.write("data.csv", content), "site_data");
}

Table read(const boost::filesystem::path& file, DataFormat form = DataFormat::automatic) {
  return dsne::data::read_data(file, "site_data", form, {});
}

Table data_of(const std::string& name, DataFormat form = DataFormat::automatic) {
  return read(test_data(name), form);
}

/// A list of one subject's file of measures.
boost::filesystem::path measure_list(const InputFolder& folder) {
  folder.write("s_aseg_stats.txt",
               "Measure:volume\tsubject0\nLeft-Hippocampus\t1\nMaskVol-to-eTIV\t2\n");
  return folder.write("measures.csv", "file,isControl,age\ns_aseg_stats.txt,True,22\n");
}

constexpr const char* identity_header =
    "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }";

}  // namespace

TEST_CASE("JSON that is too large is not parsed to find its format") {
  const InputFolder folder;
  const auto file = folder.write("large.json", "[{\"a\": 1}, ");
  boost::filesystem::resize_file(file, (std::uintmax_t{1} << 28U) + 1);
  CHECK(find_data_format(file, "site_data") == DataFormat::covariates);
  CHECK(contains(error_of([&] { read(file); }), "is JSON, and too large"));
}

TEST_CASE("every file format is detected") {
  CHECK(found("harmonization/site.txt") == DataFormat::table);
  CHECK(found("npy/f8.npy") == DataFormat::table);
  CHECK(found("mriqc/group_T1w.tsv") == DataFormat::mriqc);
  CHECK(found("mriqc/qap.csv") == DataFormat::mriqc);
  CHECK(found("nifti/float32.nii.gz") == DataFormat::nifti);
  CHECK(found("nifti") == DataFormat::nifti);
  const InputFolder folder;
  CHECK(find_data_format(measure_list(folder), "site_data") == DataFormat::covariates);
  folder.write("a.csv", "1,.2,.3\n.2,1,.4\n.3,.4,1\n");
  folder.write("a.tsv", "\ta\tb\na\t1\t.2\nb\t.2\t1\n");
  folder.write("a.npy", npy(identity_header, npy_items<double>({1, 0, 0, 1})));
  for (const char* list : {"a.csv\n", "matrix,group\na.tsv,x\n", "matrix,group\na.npy,x\n"}) {
    CHECK(found_in(folder, list) == DataFormat::connectivity);
  }
  CHECK(found_in(folder, "scan,age\na.nii.gz,3\n") == DataFormat::nifti);
  CHECK(found_in(folder, "a.NII\n") == DataFormat::nifti);
  folder.write("a.json", "{\"cjv\": 1}");
  CHECK(found_in(folder, "a.json\n") == DataFormat::covariates);
}

TEST_CASE("anything but a list is a table") {
  const InputFolder folder;
  folder.write("present", "x 1\n");
  CHECK(found_in(folder, "id,a\nsub-01,2\n") == DataFormat::table);
  CHECK(found_in(folder, "file,a\n1.5,2\n") == DataFormat::table);
  CHECK(found_in(folder, "1 2 3\n4 5 6\n") == DataFormat::table);
  CHECK(found_in(folder, "subject,age\n5,2\n") == DataFormat::table);
  CHECK(found_in(folder, "") == DataFormat::table);
  // Without a known ending, a file that is there decides.
  CHECK(found_in(folder, "id,a\npresent,2\n") == DataFormat::covariates);
  CHECK(found_in(folder, "id,a\nabsent,2\n") == DataFormat::table);
  for (const char* name : {"missing.txt", "/etc/hosts.txt", "../a.txt"}) {
    const auto list = folder.write("list.csv", "file,age\n" + std::string(name) + ",30\n");
    CHECK(error_of([&] { read(list); }).starts_with("site_data row 2, column 1: "));
  }
}

TEST_CASE("MRIQC's and QAP's tables: what makes up the id, and every measure a feature") {
  const Table t1w = data_of("mriqc/group_T1w.tsv");
  CHECK(t1w.ids.front() == "sub-01_ses-test_T1w");
  CHECK(t1w.values.rows() == 4);
  CHECK(t1w.features.size() == 16);
  CHECK(t1w.features.back() == "wm2max");
  const Table bold = data_of("mriqc/group_bold.tsv");
  CHECK(bold.features.size() == 18);
  CHECK(std::isnan(bold.values(2, 10)));  // gcor is n/a
  const Table qap = dsne::data::read_data(test_data("mriqc/qap.csv"), "site_data",
                                          DataFormat::mriqc, with_columns("", "site"));
  CHECK(qap.ids.front() == "50002_session_1_rest_1");
  CHECK(qap.labels.back() == "OLIN");
  // ghost_z is empty throughout.
  CHECK(qap.columns == std::vector<std::size_t>{5, 6, 7, 8, 9, 10, 12});
  CHECK(data_of("mriqc/qap_participants.csv").ids.back() == "8_1_2");
  CHECK(data_of("mriqc/web.csv", DataFormat::table).features.size() == 2);
}

TEST_CASE("a quality table is recognised by its columns") {
  using dsne::data::is_quality_table;
  CHECK(is_quality_table({"bids_name", "cjv"}));
  CHECK(is_quality_table({"subject", "session", "scan", "site", "snr"}));
  CHECK(is_quality_table({"Participant", "Session", "Series", "snr"}));
  CHECK(is_quality_table({"subject_id", "site", "rater_1", "cjv", "cnr", "efc", "fber", "snr"}));
  CHECK_FALSE(is_quality_table({"subject_id", "cjv", "cnr", "efc", "fber"}));
  CHECK_FALSE(is_quality_table({"subject", "session", "age"}));
  CHECK_FALSE(is_quality_table({"snr", "bids_name"}));
  CHECK_FALSE(is_quality_table({}));
}

TEST_CASE("feature_columns chooses by the names that a format gives") {
  dsne::data::TableFormat format = with_columns("", "", {"MaskVol-to-eTIV", "Left-Hippocampus"});
  const InputFolder folder;
  const auto data = measure_list(folder);
  const Table table = dsne::data::read_data(data, "site_data", DataFormat::automatic, format);
  CHECK(table.features == format.feature_columns);
  CHECK(table.values == dsne::Matrix{{2, 1}});
  format.feature_columns = {"Left-Hippocampus", "secret"};
  CHECK(error_of([&] {
          dsne::data::read_data(data, "site_data", DataFormat::automatic, format);
        }) == "site_data has no column for the measure in column 2 of feature_columns");
}

TEST_CASE("a format that the data do not have") {
  const auto error = [](const std::string& name, DataFormat form) {
    return error_of([&] { data_of(name, form); });
  };
  CHECK(error("nifti", DataFormat::table) == "site_data is not a file");
  CHECK(error("pca", DataFormat::automatic) ==
        "site_data is a folder without images (.nii, .nii.gz): bring a list that names a file for "
        "each subject");
  const InputFolder folder;
  const auto error_in = [](const boost::filesystem::path& file, DataFormat form) {
    return error_of([&] { read(file, form); });
  };
  CHECK(error_in(folder.write("a.txt", "1 2\n3 4\n5 6\n"), DataFormat::nifti) ==
        "site_data names 2 files that are not in the site's input folder, in rows 2, 3: bring them "
        "into the list's folder (with data_format table they are no files' names)");
  const auto measures = measure_list(folder);
  CHECK(error_in(measures, DataFormat::nifti) ==
        "site_data row 2's file is no NIfTI-1 image (.nii or .nii.gz)");
  CHECK(error_in(measures, DataFormat::mriqc).starts_with("site_data is no table of MRIQC or QAP"));
  CHECK(error("absent", DataFormat::automatic) == "site_data: the file is missing");
}

TEST_CASE("a visitor receives each slice of images once, in order") {
  std::vector<std::pair<std::size_t, Eigen::Index>> seen;
  const auto visit = [&](std::size_t scan, const dsne::data::NiftiVolume& volume,
                         const dsne::Matrix& slice) {
    CHECK(slice.rows() == volume.height());
    CHECK(slice.cols() == volume.width());
    const bool next = !seen.empty() && seen.back().first == scan;
    if (next) ++seen.back().second;
    if (!next) seen.emplace_back(scan, 1);
  };
  dsne::data::read_data(test_data("nifti/float64.nii"), "site_data", DataFormat::automatic, {},
                        visit);
  CHECK(seen == std::vector<std::pair<std::size_t, Eigen::Index>>{{0, 5}});
  dsne::data::read_data(test_data("mriqc/qap.csv"), "site_data", DataFormat::automatic, {}, visit);
  CHECK(seen.size() == 1);
}
