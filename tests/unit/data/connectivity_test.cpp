#include "data/region_pairs.h"
#include "helpers.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

Table connectivity_of(const boost::filesystem::path& list,
                      const dsne::data::TableFormat& format = {}) {
  return dsne::data::read_connectivity(dsne::data::read_file_list(list, "site_data", format),
                                       "site_data");
}

Table matrices(const std::vector<std::string>& texts) {
  const InputFolder folder;
  return connectivity_of(folder.write_list(texts));
}

std::string matrices_error(const std::vector<std::string>& texts) {
  return error_of([&] { matrices(texts); });
}

}  // namespace

TEST_CASE("the entries above the diagonal, in numpy's order") {
  const dsne::Matrix expected{{.1, .2, .3, .4, .5, .6}};
  const InputFolder folder;
  folder.write("a.csv", "1,.1,.2,.3\n.1,1,.4,.5\n.2,.4,1,.6\n.3,.5,.6,1\n");
  folder.write("b.tsv",
               "\tPCC\tmPFC\tLPar\tRPar\nPCC\t1\t.1\t.2\t.3\nmPFC\t.1\t1\t.4\t.5\n"
               "LPar\t.2\t.4\t1\t.6\nRPar\t.3\t.5\t.6\t1\n");
  const std::vector<float> values = {1,   .1F, .2F, .3F, .1F, 1,   .4F, .5F,
                                     .2F, .4F, 1,   .6F, .3F, .5F, .6F, 1};
  folder.write("c.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 4), }",
                            npy_items(values)));
  const auto read = [&](const std::string& file) {
    return connectivity_of(folder.write("list.csv", "matrix,group\n" + file + ",patient\n"),
                           with_columns("", "group"));
  };
  const Table text = read("a.csv");
  CHECK(text.values == expected);
  CHECK(text.features == Names{"1~2", "1~3", "1~4", "2~3", "2~4", "3~4"});
  CHECK(text.ids == Names{"a.csv"});
  CHECK(text.labels == Names{"patient"});
  const Table named = read("b.tsv");
  CHECK(named.values == expected);
  CHECK(named.features ==
        Names{"PCC~mPFC", "PCC~LPar", "PCC~RPar", "mPFC~LPar", "mPFC~RPar", "LPar~RPar"});
  CHECK(difference(read("c.npy").values, expected) < 1e-7);  // in single precision
}

TEST_CASE("matrices that are not connectivity") {
  const std::string first = "site_data row 1's file ";
  CHECK(matrices_error({"1,2,3\n1,1,4\n"}) ==
        first +
            "is no square matrix: it has 2 rows and 3 columns of numbers (regions' time series "
            "need data_format time_series)");
  CHECK(matrices_error({"1,2\n2.1,1\n"}) ==
        first +
            "is no symmetric matrix: regions 1 and 2 have two values: of a directed matrix bring "
            "the mean of it and its transpose");
  CHECK(matrices_error({"1,inf\ninf,1\n"}) == first + "row 1, column 2: an infinity");
  CHECK(matrices_error({"1,x\n2,1\n"}) == first + "row 1, column 2: not a number");
  CHECK(matrices_error({"1\n"}) == "site_data has matrices of one region");
  CHECK(matrices_error({""}) == first + "is empty");
  CHECK(matrices_error({"0,0\n0,0\n"}).empty());
}

TEST_CASE("every subject has the same regions") {
  const std::string second = "site_data row 2's file has ";
  const std::string compared = " (compared with the first file)";
  CHECK(matrices_error({"1,2\n2,1\n", "1,2,3\n2,1,4\n3,4,1\n"}) ==
        second + "3 regions instead of 2" + compared);
  CHECK(matrices_error({"a,b\n1,2\n2,1\n", "a,c\n1,2\n2,1\n"}) ==
        second + "regions of other names" + compared);
  CHECK(matrices_error({"a,b\n1,2\n2,1\n", "a,b\n1,3\n3,1\n"}).empty());
}

TEST_CASE("symmetric up to printed digits") {
  CHECK(matrices_error({"1,0.123456\n0.123457,1\n"}).empty());
  CHECK(matrices_error({"1,0.1234\n0.1235,1\n"}) != matrices_error({"1,0.123456\n0.123457,1\n"}));
}

TEST_CASE("matrices in programs' file formats are the same matrix") {
  const Table plain = matrices({"1,2,3\n2,1,4\n3,4,1\n"});
  REQUIRE(plain.values == dsne::Matrix{{2, 3, 4}});
  for (const std::string& same :
       Names{"NaN,2,3\n2,inf,4\n3,4,NaN\n",
             ",2,3\n2,,4\n3,4,\n",
             "0 2 3\n0 0 4\n0 0 0\n",
             "1,,\n2,1,\n3,4,1\n",
             "9,0,0\n2,9,0\n3,4,9\n",
             ",2,3\n,,4\n,,\n",
             ",,\n2,,\n3,4,\n",
             "0 2 3 \n0 0 4 \n0 0 0 \n",
             " 1 2 3\n 2 1 4\n 3 4 1\n",
             "# command_history: tck2connectome\n0 2 3\n0 0 4\n0 0 0\n",
             "1,2,3,\n2,1,4,\n3,4,1,\n",
             "1;2;3\r\n2;1;4\r\n3;4;1",
             "\xEF\xBB\xBF"
             "1,2,3\n2,1,4\n3,4,1\n",
             "1\t2.0e0\t3\n2\t1\t4\n3\t4\t1\n",
             "1,2,3\r2,1,4\r3,4,1\r",
             "0,1,2\n1,2,3\n2,1,4\n3,4,1\n",
             "V1,V2,V3\n1,2,3\n2,1,4\n3,4,1\n",
             "\"\",\"V1\",\"V2\",\"V3\"\n\"1\",1,2,3\n\"2\",2,1,4\n\"3\",3,4,1\n",
             "Var1,Var2,Var3\n1,2,3\n2,1,4\n3,4,1\n",
             "1,NA,3\n2,1,NA\nNA,4,1\n",
             ",0,1,2\n0,1,2,3\n1,2,1,4\n2,3,4,1\n"}) {
    CAPTURE(same);
    const Table table = matrices({same});
    REQUIRE(table.values.cols() == 3);
    CHECK(table.values == plain.values);
    CHECK(table.features == plain.features);
  }
  const Table named = matrices({"Node\ta\tb\tc\na\t1\t2\t3\nb\t2\t1\t4\nc\t3\t4\t1\n"});
  CHECK(named.values == plain.values);
  CHECK(named.features == Names{"a~b", "a~c", "b~c"});
  for (const std::string& same :
       Names{",a,b,c\na,1,2,3\nb,2,1,4\nc,3,4,1\n",
             "a\tb\tc\na\t1\t2\t3\nb\t2\t1\t4\nc\t3\t4\t1\n",  // R's write.table
             "a,1,2,3\nb,2,1,4\nc,3,4,1\n", "a b c\n1 2 3\n2 1 4\n3 4 1\n",
             "# a b c\n1 2 3\n2 1 4\n3 4 1\n",  // numpy.savetxt
             ",a,b,c\n0,1,2,3\n1,2,1,4\n2,3,4,1\n",
             "a;b;c\n1,0;2,0;3,0\n2,0;1,0;4,0\n3,0;4,0;1,0\n"}) {
    CAPTURE(same);
    const Table table = matrices({same});
    REQUIRE(table.values.cols() == 3);
    CHECK(table.values == plain.values);
    CHECK(table.features == named.features);
  }
}

TEST_CASE("numbers of an atlas name regions") {
  const Table plain = matrices({"1,.2,.3\n.2,1,.4\n.3,.4,1\n"});
  const Table both = matrices({",1001,1003,2001\n1001,1,.2,.3\n1003,.2,1,.4\n2001,.3,.4,1\n"});
  CHECK(both.values == plain.values);
  CHECK(both.features == Names{"1001~1003", "1001~2001", "1003~2001"});
  const Table header = matrices({"1001,1003,2001\n1,.2,.3\n.2,1,.4\n.3,.4,1\n"});
  CHECK(header.values == plain.values);
  CHECK(header.features == both.features);
}

TEST_CASE("a matrix of counts keeps its first row and column") {
  CHECK(matrices({"0,1,2\n1,0,3\n2,3,0\n"}).values == dsne::Matrix{{1, 2, 3}});
  CHECK(matrices({"1,2,3\n2,5,6\n3,6,9\n"}).values == dsne::Matrix{{2, 3, 6}});
}

TEST_CASE("a parcel without values is missing, not an error") {
  const Table table = matrices({"Node,a,b,c\na,1,n/a,3\nb,n/a,n/a,n/a\nc,3,n/a,1\n"});
  CHECK(std::isnan(table.values(0, 0)));
  CHECK(table.values(0, 1) == 3);
  CHECK(std::isnan(table.values(0, 2)));
  CHECK(table.reading.notes ==
        Names{"In all 1 files a region has no values, and those of its pairs are missing.",
              "In all 1 files values are beyond 1, so they are Fisher's z, covariances or counts "
              "and no correlations; all sites must bring the same."});
}

TEST_CASE("zeros mean a parcel without values, except in a matrix of counts") {
  const Table zeros = matrices({"1,0,.3\n0,0,0\n.3,0,1\n", "1,.2,.3\n.2,1,.4\n.3,.4,1\n"});
  CHECK(std::isnan(zeros.values(0, 0)));
  CHECK(zeros.values(0, 1) == 0.3);
  CHECK(std::isnan(zeros.values(0, 2)));
  CHECK(zeros.reading.notes ==
        Names{"In 1 of 2 files a region has no values, and those of its pairs are missing."});
  CHECK(matrices({"0,0,3\n0,0,0\n3,0,0\n"}).values == dsne::Matrix{{0, 3, 0}});
}

TEST_CASE("a parcel without values at an edge of the matrix is not padding") {
  const Table last = matrices({"a,b,c\n1,.2,\n.2,1,\n,,\n"});
  CHECK(last.values(0, 0) == 0.2);
  CHECK(last.features == Names{"a~b", "a~c", "b~c"});
  const Table first = matrices({",,\n,1,.4\n,.4,1\n"});
  CHECK(first.values(0, 2) == 0.4);
  CHECK(std::isnan(first.values(0, 0)));
}

TEST_CASE("a triangle is reported") {
  CHECK(
      matrices({"1 .2\n0 1\n", "1 0\n.2 1\n"}).reading.notes ==
      Names{"In 1 of 2 files only the upper triangle has values, and stands for the whole matrix.",
            "In 1 of 2 files only the lower triangle has values, and stands for the whole "
            "matrix."});
}

TEST_CASE("the geometry of matrices is kept for comparisons") {
  const auto geometry = matrices({"a,b\n1,.2\n.2,1\n"}).reading.geometry;
  CHECK(geometry.kind == dsne::data::GeometryKind::networks);
  CHECK(geometry.size == std::vector<std::int64_t>{2});
  CHECK(geometry.regions == Names{"a", "b"});
}

TEST_CASE("matrices with a mistake name row and column") {
  const std::string first = "site_data row 1's file ";
  CHECK(matrices_error({"Node,a,b\na,1,x\nb,x,1\n"}) == first + "row 2, column 3: not a number");
  CHECK(matrices_error({"# c\n1 .2\n.2 inf\n.2 .3\n"}).starts_with(first + "is no square"));
  CHECK(matrices_error({"a,b\n1,inf\n.2,1\n"}) == first + "row 2, column 2: an infinity");
  CHECK(matrices_error({"1,2,3\n2,1\n3,4,1\n"}) == first + "row 2 has 2 instead of 3 columns");
  CHECK(matrices_error({"a,a\n1,2\n2,1\n"}) == first + "has two regions of one name");
  CHECK(matrices_error({",a,b\nb,1,2\na,2,1\n"}) ==
        first + "has its regions in one order in the rows, and in another in the columns");
}
