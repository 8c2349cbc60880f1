#include <cmath>

#include "data/data_format.h"
#include "data/region_pairs.h"
#include "helpers.h"
#include "text_search.h"

using dsne::data::Table;

namespace {

Table series_of(const boost::filesystem::path& list) {
  return dsne::data::read_data(list, "site_data", dsne::data::DataFormat::time_series, {});
}

Table series_in_files(const std::vector<std::string>& files) {
  const InputFolder folder;
  return series_of(folder.write_list(files));
}

std::string series_error(const std::vector<std::string>& files) {
  return error_of([&] { series_in_files(files); });
}

}  // namespace

TEST_CASE("correlations of time series are numpy's") {
  const dsne::Matrix expected{{-0.22677868380553634, -0.37796447300922725, 0.4}};
  const Table text = series_in_files(
      {"Vis:V1,1,2,3,5\nVis:V2,10300,10100,10000,10200\nDefault:PCC,.4,.1,.3,.2\n"});
  CHECK(difference(text.values, expected) < 1e-12);
  CHECK(text.features ==
        std::vector<std::string>{"Vis:V1~Vis:V2", "Vis:V1~Default:PCC", "Vis:V2~Default:PCC"});
  const InputFolder folder;
  const std::vector<double> values = {1, 2, 3, 5, 10300, 10100, 10000, 10200, .4, .1, .3, .2};
  const std::string array =
      npy("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", npy_items(values));
  const Table same = series_of(folder.write_list({array}, ".npy"));
  CHECK(difference(same.values, expected) < 1e-12);
  CHECK(same.features.front() == "1~2");
}

TEST_CASE("a header is not a region") {
  const Table table = series_in_files({"region,t1,t2,t3\na,1,2,3\nb,3,1,0\n\n"});
  CHECK(table.features == std::vector<std::string>{"a~b"});
  CHECK(table.values(0, 0) == doctest::Approx(-0.98198050606));
}

TEST_CASE("a constant region's correlations are missing") {
  const Table table = series_in_files({"1,2,3\n0.1,0.1,0.1\n3,1,0\n", "1,2,3\n0,1,0\n3,1,0\n"});
  CHECK(std::isnan(table.values(0, 0)));
  CHECK_FALSE(std::isnan(table.values(0, 1)));
  CHECK(std::isnan(table.values(0, 2)));
  CHECK(table.values.row(1).allFinite());
}

TEST_CASE("correlations stay within 1 at any scale") {
  const Table table = series_in_files({"1e99,2e99,4e99\n1e-99,2e-99,4e-99\n-3,-6,-12\n"});
  CHECK(table.values(0, 0) == doctest::Approx(1));
  CHECK(table.values(0, 1) == doctest::Approx(-1));
  CHECK(table.values.cwiseAbs().maxCoeff() <= 1);
}

TEST_CASE("invalid time series") {
  const std::string first = "site_data row 1's file ";
  CHECK(series_error({"1,2\n3,4\n"}) == first + "has fewer than 3 time points");
  CHECK(contains(series_error({"csf\ttrans_x\tdvars\n1\t2\t3\n2\t3\t5\n3\t3\t4\n"}),
                 "holds the regressors of one scan"));
  CHECK(series_error({"1,NA,3\n3,4,5\n"}) == first + "row 1, column 2: a missing value");
  CHECK(series_error({"1,inf,3\n3,4,5\n"}) == first + "row 1, column 2: an infinity");
  CHECK(series_error({"1,2,3\n"}) == "site_data has matrices of one region");
  CHECK(series_error({""}) == first + "is empty");
  CHECK(series_error({"a,1,2,3\na,3,2,4\n"}) == first + "has two regions of one name");
  CHECK(series_error({"a,1,2,3\nb,3,4,6\n", "a,1,2,3\nb,3,4,5\nc,2,2,1\n"}) ==
        "site_data row 2's file has 3 regions instead of 2 (compared with the first file)");
  CHECK(series_error({"a,1,2,3\nb,3,4,6\n", "b,1,2,3\na,3,4,5\n"}) ==
        "site_data row 2's file has its regions in another order (compared with the first file)");
  CHECK(series_error({"1,.2,.3\n.2,1,.4\n.3,.4,1\n"}) ==
        first + "is a symmetric matrix and no series: set data_format connectivity");
}

TEST_CASE("a header of regions, or a delimiter before each row, means that rows are time points") {
  const Table rows = series_in_files({"a,1,2,3,5\nb,3,1,0,2\n"});
  const Table named = series_in_files({"a\tb\n1\t3\n2\t1\n3\t0\n5\t2\n"});
  CHECK(named.features == rows.features);
  CHECK(named.values.isApprox(rows.values));
  // AFNI's rows, whatever their number.
  const Table three = series_in_files({"a,1,2,3\nb,3,1,0\n"});
  for (const char* begin : {"", "#name\n# 3dROIstats\n"}) {
    const std::string afni = std::string(begin) + "\t1\t3\n\t2\t1\n\t3\t0\n";
    CHECK(series_in_files({afni}).values.isApprox(three.values));
    CHECK(series_in_files({afni + "\t5\t2\n"}).values.isApprox(rows.values));
  }
}

TEST_CASE("series in programs' file formats are the same series") {
  const Table rows = series_in_files({"a,1,2,3,5\nb,3,1,0,2\n"});
  for (const std::string& same : std::vector<std::string>{
           "\ta\tb\n0\t1\t3\n1\t2\t1\n2\t3\t0\n3\t5\t2\n",  // pandas
           "time,a,b\n0.72,1,3\n1.44,2,1\n2.16,3,0\n2.88,5,2\n",
           "\"a\" \"b\"\n\"1\" 1 3\n\"2\" 2 1\n\"3\" 3 0\n\"4\" 5 2\n",  // R
           "region,t1,t2,t3,t4\na,1,2,3,5\nb,3,1,0,2\n", "region,0,2,4,6\na,1,2,3,5\nb,3,1,0,2\n",
           "# a b\n1 3\n2 1\n3 0\n5 2\n",
           "File\tSub-brick\ta\tb\nx.nii\t0[?]\t1\t3\nx.nii\t1[?]\t2\t1\n"
           "x.nii\t2[?]\t3\t0\nx.nii\t3[?]\t5\t2\n",  // AFNI's 3dROIstats
           "#name\ta\tb\nx.nii_0\t1\t3\nx.nii_1\t2\t1\nx.nii_2\t3\t0\nx.nii_3\t5\t2\n",
           "scan,a,b\ns01_0,1,3\ns01_1,2,1\ns01_2,3,0\ns01_3,5,2\n",
           "a;b\n1,0;3,0\n2,0;1,0\n3,0;0,0\n5,0;2,0\n", "a,b,\n1,3,\n2,1,\n3,0,\n5,2,\n,,\n"}) {
    CAPTURE(same);
    const Table table = series_in_files({same});
    CHECK(table.features == rows.features);
    CHECK(table.values.isApprox(rows.values));
  }
}

TEST_CASE("without names, time is the axis that differs between subjects, or has mean 0") {
  const Table rows = series_in_files({"a,1,2,3,5\nb,3,1,0,2\n", "a,1,2,4\nb,3,1,1\n"});
  const Table sizes = series_in_files({"1,3\n2,1\n3,0\n5,2\n", "1,3\n2,1\n4,1\n"});
  CHECK(sizes.values.isApprox(rows.values));
  CHECK(sizes.features == std::vector<std::string>{"1~2"});
  CHECK(sizes.reading.notes.front() ==
        "In all 2 files columns were read as regions and rows as time points.");
  const Table means = series_in_files({"-1,2,1\n0,-1,1\n1,-1,-2\n"});
  CHECK(means.values(0, 0) == doctest::Approx(-0.8660254038));
  CHECK(series_error({"1,3\n2,1\n3,0\n5,2\n", "1,3\n2,1\n3,0\n5,4\n"}) ==
        "site_data: the series have more rows (4) than columns (2), and nothing says which are "
        "the regions: name the regions, in a first column if they are rows, in a header if they "
        "are columns");
  CHECK(series_in_files({"1,2,3,5\n3,1,0,2\n"}).reading.notes.front() ==
        "In all 1 files rows were read as regions and columns as time points.");
}

TEST_CASE("time points without values are left out") {
  const Table rows = series_in_files({"a,1,2,3\nb,3,1,0\n"});
  const Table with_empty = series_in_files({"a,b\n1,3\nNaN,NaN\n2,1\n3,0\n"});
  CHECK(with_empty.values.isApprox(rows.values));
  CHECK(with_empty.reading.notes.back() ==
        "In all 1 files time points without values were left out.");
  CHECK(series_error({"a,b\n1,3\nNaN,NaN\n2,1\n"}) ==
        "site_data row 1's file has fewer than 3 time points");
  CHECK(series_error({"a,NaN,NaN,NaN\nb,NaN,NaN,NaN\n"}) ==
        "site_data row 1's file has fewer than 3 time points");
}

TEST_CASE("a region without values is missing") {
  const Table table = series_in_files({"a,1,2,3\nb,n/a,n/a,n/a\nc,3,1,0\n"});
  REQUIRE(table.values.cols() == 3);
  CHECK(std::isnan(table.values(0, 0)));
  CHECK_FALSE(std::isnan(table.values(0, 1)));
}
