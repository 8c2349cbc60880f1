// Kinds of data with a file per subject that people brought and that were misread, refused or
// answered unclearly; each as its owner expects.

#include "core/files.h"
#include "site_table.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

/// Reads what a list of these files says, as a site's run does.
Table read_files(const std::vector<std::string>& contents, const std::string& extension,
                 dsne::data::DataFormat form = dsne::data::DataFormat::automatic) {
  const InputFolder folder;
  dsne::data::TableFormat format;
  format.features_later = true;
  return dsne::data::read_data(folder.write_list(contents, extension), "site_data", form, format);
}

constexpr dsne::data::DataFormat time_series = dsne::data::DataFormat::time_series;

}  // namespace

TEST_CASE("k5a: a header with the regions' names over rows of time points") {
  const std::string rows = "Vis\tSomMot\tLimbic\n1\t3\t0\n2\t1\t1\n3\t0\t1\n5\t2\t4\n";
  CHECK(contains(error_of([&] { read_files({rows}, ".tsv"); }), "need data_format time_series"));
  const Table table = read_files({rows, rows + "1\t1\t7\n"}, ".tsv", time_series);
  CHECK(table.features == Names{"Vis~SomMot", "Vis~Limbic", "SomMot~Limbic"});
  const Table turned = read_files({"Vis\t1\t2\t3\t5\nSomMot\t3\t1\t0\t2\nLimbic\t0\t1\t1\t4\n"},
                                  ".tsv", time_series);
  CHECK(table.values.row(0).isApprox(turned.values.row(0)));
}

TEST_CASE("k8a: a parcel without values is missing, and no subject is refused for it") {
  const Table table = read_files({"Node\ta\tb\tc\na\t1\t.5\tn/a\nb\t.5\t1\tn/a\nc\tn/a\tn/a\tn/a\n",
                                  "Node\ta\tb\tc\na\t1\t.4\t.3\nb\t.4\t1\t.2\nc\t.3\t.2\t1\n"},
                                 ".tsv");
  CHECK(table.features == Names{"a~b", "a~c", "b~c"});
  CHECK(table.values(0, 0) == 0.5);
  CHECK(table.values.row(0).array().isNaN().count() == 2);
  CHECK(table.values.row(1) == dsne::RowVector{{.4, .3, .2}});
}

TEST_CASE("k8c: pandas' numbered header and index around a matrix") {
  const Table table = read_files({",0,1,2\n0,1.0,.5,.25\n1,.5,1.0,.125\n2,.25,.125,1.0\n"}, ".csv");
  CHECK(table.values == dsne::Matrix{{.5, .25, .125}});
}

TEST_CASE("k11c: a packed table") {
  const std::string file = packed("bids_name\tcjv\nsub-1_T1w\t.5\nsub-2_T1w\t.25\n");
  check_table(file, {"sub-1_T1w", "sub-2_T1w"}, {"cjv"}, dsne::Matrix{{.5}, {.25}});
  CHECK(is_told(read_as_site(file), "gzip"));
}

TEST_CASE("k12a: what macOS leaves beside images is no image") {
  const InputFolder folder;
  const std::string image = dsne::read_file(test_data("nifti/float64.nii"), "an image");
  for (const char* name : {"sub-1.nii", "sub-2.nii"}) {
    folder.write(name, image);
    folder.write(std::string("._") + name, std::string("\0\5\26\7", 4) + "Mac OS X");
  }
  folder.write(".DS_Store", "Bud1");
  const Table table =
      dsne::data::read_data(folder.path(), "site_data", dsne::data::DataFormat::automatic, {});
  CHECK(table.ids == Names{"sub-1.nii", "sub-2.nii"});
  CHECK(is_told(table, "were skipped: 3."));
}

TEST_CASE("r17: MRtrix's triangle between blanks, with a diagonal") {
  const Table table = read_files({"5 3 20\n0 127 12\n0 0 2\n", "4 1 7\n0 9 8\n0 0 3\n"}, ".csv");
  CHECK(table.values == dsne::Matrix{{3, 20, 12}, {1, 7, 8}});
}

TEST_CASE("r19: AFNI's rows, time points that begin with a tab") {
  const std::string rows = "\t1\t3\n\t2\t1\n\t3\t0\n\t5\t2\n";
  CHECK(contains(error_of([&] { read_files({rows}, ".1D.txt"); }), "need data_format time_series"));
  const Table table = read_files({rows}, ".1D.txt", time_series);
  const Table named = read_files({"a\tb\n1\t3\n2\t1\n3\t0\n5\t2\n"}, ".tsv", time_series);
  REQUIRE(table.values.size() == 1);
  CHECK(table.values.isApprox(named.values));
}

TEST_CASE("r20: MRIQC's measures, a JSON file for each scan") {
  const auto json = [](const std::string& cjv) {
    return R"({"bids_meta": {"modality": "T1w", "subject_id": "003"}, "cjv": )" + cjv +
           R"(, "cnr": 2.5, "provenance": {"version": "0.16.1"}, "size_x": 256})";
  };
  const Table table = read_files({json("0.5"), json("0.25")}, "_T1w.json");
  CHECK(table.features == Names{"cjv", "cnr", "size_x"});
  CHECK(table.values == dsne::Matrix{{.5, 2.5, 256}, {.25, 2.5, 256}});
}
