#include "data/data_format.h"

#include "helpers.h"

using dsne::data::DataFormat;
using dsne::data::find_data_format;
using dsne::data::Table;

namespace {

DataFormat found(const std::string& name) { return find_data_format(test_data(name), "site_data"); }

/// The format found for a table in a folder of these other files.
DataFormat found_in(const InputFolder& folder, const std::string& content) {
  return find_data_format(folder.write("data.csv", content), "site_data");
}

Table data_of(const std::string& name, DataFormat form = DataFormat::automatic) {
  return dsne::data::read_data(test_data(name), "site_data", form, {});
}

}  // namespace

TEST_CASE("every file format is detected") {
  CHECK(found("connectivity/expected.txt") == DataFormat::table);
  CHECK(found("connectivity/subject0.npy") == DataFormat::table);
  CHECK(found("mriqc/group_T1w.tsv") == DataFormat::mriqc);
  CHECK(found("mriqc/qap.csv") == DataFormat::mriqc);
  CHECK(found("covariates/covariates.csv") == DataFormat::covariates);
  CHECK(found("connectivity/list_subject_csv.csv") == DataFormat::connectivity);
  CHECK(found("connectivity/list_named_tsv.csv") == DataFormat::connectivity);
  CHECK(found("connectivity/list_subject_npy.csv") == DataFormat::connectivity);
  CHECK(found("nifti/uint8.nii.gz") == DataFormat::nifti);
  CHECK(found("nifti") == DataFormat::nifti);
  const InputFolder folder;
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
}

TEST_CASE("a list whose first file is missing or elsewhere is not a table") {
  const InputFolder folder;
  for (const char* name : {"missing.txt", "/etc/hosts.txt", "../a.txt"}) {
    const auto list = folder.write("list.csv", "file,age\n" + std::string(name) + ",30\n");
    CHECK(error_of([&] {
            dsne::data::read_data(list, "site_data", DataFormat::automatic, {});
          }).starts_with("site_data row 2, column 1: "));
  }
}

TEST_CASE("data are read in their format") {
  CHECK(data_of("mriqc/group_T1w.tsv").features.size() == 16);
  CHECK(data_of("mriqc/web.csv", DataFormat::table).features.size() == 2);
  CHECK(data_of("covariates/covariates.csv").values.cols() == 6);
  CHECK(data_of("connectivity/list_subject_npy.csv").values.cols() == 6);
  CHECK(data_of("nifti/uint8.nii.gz").values.cols() == 12);
}

TEST_CASE("feature_columns chooses by the names that a format gives") {
  dsne::data::TableFormat format = with_columns("", "", {"MaskVol-to-eTIV", "Left-Hippocampus"});
  const auto data = test_data("covariates/covariates.csv");
  const Table table = dsne::data::read_data(data, "site_data", DataFormat::automatic, format);
  CHECK(table.features == format.feature_columns);
  CHECK(table.values.col(1) == data_of("covariates/covariates.csv").values.col(1));
  format.feature_columns = {"Left-Hippocampus", "secret"};
  CHECK(error_of([&] {
          dsne::data::read_data(data, "site_data", DataFormat::automatic, format);
        }) == "site_data lacks the feature in column 2 of feature_columns");
}

TEST_CASE("a format that the data do not have") {
  const auto error = [](const std::string& name, DataFormat form) {
    return error_of([&] { data_of(name, form); });
  };
  CHECK(error("nifti", DataFormat::table) == "site_data is not a file");
  CHECK(error("harmonization", DataFormat::automatic) ==
        "site_data is a folder without images (.nii, .nii.gz): bring a list that names a file for "
        "each subject");
  CHECK(error("connectivity/expected.txt", DataFormat::nifti) ==
        "site_data names 2 files that are not in the site's input folder, in rows 2, 3: bring them "
        "into the list's folder (with data_format table they are no files' names)");
  CHECK(error("covariates/covariates.csv", DataFormat::nifti) ==
        "site_data row 2's file is no NIfTI-1 image (.nii or .nii.gz)");
  CHECK(error("covariates/covariates.csv", DataFormat::mriqc)
            .starts_with("site_data is no table of MRIQC or QAP"));
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
