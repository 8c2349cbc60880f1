#include "data/connectivity.h"

#include "helpers.h"

using dsne::data::Table;
using Names = std::vector<std::string>;

namespace {

Table connectivity_of(const boost::filesystem::path& list,
                      const dsne::data::TableFormat& format = {}) {
  return dsne::data::read_connectivity(dsne::data::read_file_list(list, "site_data", format),
                                       "site_data");
}

/// What a list of these matrices is refused with.
std::string matrices_error(const std::vector<std::string>& matrices) {
  const InputFolder folder;
  std::string list;
  for (const std::string& matrix : matrices) {
    const std::string name = "secret" + std::to_string(list.size()) + ".csv";
    folder.write(name, matrix);
    list += name + "\n";
  }
  const auto path = folder.write("list.csv", list);
  return error_of([&] { connectivity_of(path); });
}

}  // namespace

TEST_CASE("what is above the diagonal, as numpy takes it") {
  const dsne::Matrix expected = peer_values("connectivity/expected.txt");
  dsne::data::TableFormat format;
  format.label_column = "group";
  const Table text = connectivity_of(test_data("connectivity/list_subject_csv.csv"), format);
  CHECK(text.values == expected);
  CHECK(text.features == Names{"1~2", "1~3", "1~4", "2~3", "2~4", "3~4"});
  CHECK(text.ids.front() == "subject0.csv");
  CHECK(text.labels == Names{"patient", "control", ""});
  const Table npy = connectivity_of(test_data("connectivity/list_subject_npy.csv"));
  CHECK(npy.values.topRows(2) == expected.topRows(2));
  CHECK(difference(npy.values, expected) < 1e-7);  // the third is in single precision
}

TEST_CASE("regions keep their names") {
  const Table table = connectivity_of(test_data("connectivity/list_named_tsv.csv"));
  CHECK(table.features ==
        Names{"PCC~mPFC", "PCC~LPar", "PCC~RPar", "mPFC~LPar", "mPFC~RPar", "LPar~RPar"});
  CHECK(difference(table.values, peer_values("connectivity/expected.txt")) < 1e-15);
}

TEST_CASE("matrices that are no connectivity") {
  const std::string first = "site_data row 1's file ";
  CHECK(matrices_error({"1,2,3\n2,1,4\n"}) ==
        first +
            "is no square matrix: it has 2 rows and 3 columns of numbers (regions' time series "
            "need data_format time_series)");
  CHECK(matrices_error({"1,2\n2.1,1\n"}) ==
        first + "is no symmetric matrix: regions 1 and 2 have two values");
  CHECK(matrices_error({"1,inf\ninf,1\n"}) == first + "row 1, column 2: an infinity");
  CHECK(matrices_error({"1,x\n2,1\n"}) == first + "row 1, column 2: not a number");
  CHECK(matrices_error({"1\n"}) == "site_data has matrices of one region");
  CHECK(matrices_error({""}) == first + "is empty");
  CHECK(matrices_error({"0,0\n0,0\n"}).empty());
}

TEST_CASE("every subject has the same regions") {
  const std::string other =
      "site_data row 2's file has other regions than the first subject's "
      "file, or has them in another order";
  CHECK(matrices_error({"1,2\n2,1\n", "1,2,3\n2,1,4\n3,4,1\n"}) == other);
  CHECK(matrices_error({"a,b\n1,2\n2,1\n", "b,a\n1,2\n2,1\n"}) == other);
  CHECK(matrices_error({"a,b\n1,2\n2,1\n", "a,b\n1,3\n3,1\n"}).empty());
}

TEST_CASE("symmetric up to printed digits") {
  CHECK(matrices_error({"1,0.123456\n0.123457,1\n"}).empty());
  CHECK(matrices_error({"1,0.1234\n0.1235,1\n"}) != matrices_error({"1,0.123456\n0.123457,1\n"}));
}

namespace {

Table matrices(const std::vector<std::string>& texts) {
  const InputFolder folder;
  std::string list = "file\n";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string name = "m" + std::to_string(i) + ".csv";
    folder.write(name, texts[i]);
    list += name + "\n";
  }
  return connectivity_of(folder.write("list.csv", list));
}

}  // namespace

TEST_CASE("matrices as programs write them are the same matrix") {
  const Table plain = matrices({"1,2,3\n2,1,4\n3,4,1\n"});
  for (const std::string& same :
       {std::string("NaN,2,3\n2,inf,4\n3,4,NaN\n"), std::string("0 2 3\n0 0 4\n0 0 0\n"),
        std::string("1,,\n2,1,\n3,4,1\n"), std::string("9,0,0\n2,9,0\n3,4,9\n"),
        std::string(",0,1,2\n0,1,2,3\n1,2,1,4\n2,3,4,1\n")}) {
    CAPTURE(same);
    CHECK(matrices({same}).values == plain.values);
  }
  const Table named = matrices({"Node\ta\tb\tc\na\t1\t2\t3\nb\t2\t1\t4\nc\t3\t4\t1\n"});
  CHECK(named.values == plain.values);
  CHECK(named.features == Names{"a~b", "a~c", "b~c"});
}

TEST_CASE("a parcel without values is missing, not an error") {
  const Table table = matrices({"Node,a,b,c\na,1,n/a,3\nb,n/a,n/a,n/a\nc,3,n/a,1\n"});
  CHECK(std::isnan(table.values(0, 0)));
  CHECK(table.values(0, 1) == 3);
  CHECK(std::isnan(table.values(0, 2)));
}
