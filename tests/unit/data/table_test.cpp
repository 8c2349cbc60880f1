#include "data/table.h"

#include "data/csv.h"
#include "data/formats/data_format.h"
#include "data/formats/region_pairs.h"
#include "helpers.h"

using dsne::Matrix;
using dsne::data::DataFormat;
using dsne::data::Table;
using dsne::data::TableFormat;
using Names = std::vector<std::string>;

TEST_CASE("a file that is missing, or a folder, is no table") {
  const TemporaryFolder folder;
  const auto error = [&](const char* name) {
    return error_of([&] { dsne::data::read_table(folder.path() / name, "site_data", {}); });
  };
  CHECK(error("secret.csv") == "site_data: the file is missing");
  CHECK(error("secret/x.csv") == "site_data: the file is missing");
  CHECK(error("") == "site_data is not a file");
}

TEST_CASE("columns that the settings name must be there, once, and play one part") {
  const auto absent = [](const std::string& setting) {
    return "site_data has no column with the name given in " + setting;
  };
  const std::string text = "a,b\n1,2\n";
  CHECK(table_error(text, with_columns("secret")) == absent("id_column"));
  CHECK(table_error(text, with_columns("1")) == absent("id_column"));
  CHECK(table_error(text, with_columns("", "secret")) == absent("label_column"));
  CHECK(table_error(text, with_columns("", "", {"a", "secret"})) == absent("feature_columns"));
  for (const auto* number : {"0", "3", "-1", "1x", "99999999999999999999", "secret"}) {
    CHECK(table_error("1,2\n3,4\n", with_columns(number)) == absent("id_column"));
  }
  CHECK(table_error("a,b,a\n1,2,x\n", with_columns("a")) ==
        "site_data has more than one column with the name given in id_column");
  for (const TableFormat& twice :
       {with_columns("", "", {"a", "a"}), with_columns("a", "a"), with_columns("", "a", {"a", "b"}),
        with_columns("a", "", {"a", "b"})}) {
    CHECK(table_error(text, twice) ==
          "site_data: id_column, label_column and feature_columns name a column twice");
  }
}

TEST_CASE("id and label columns may be missing if the format allows it") {
  TableFormat format = with_columns("id", "label");
  format.may_lack_columns = true;
  const Table lacking = read_text("a,b\n1,2\n3,4\n", format);
  CHECK(lacking.values == Matrix{{1, 2}, {3, 4}});
  CHECK(lacking.ids == Names{"1", "2"});
  CHECK(lacking.labels.empty());
  CHECK(read_text("id,a,label\ns1,1,x\n", format).labels == Names{"x"});
  format.feature_columns = {"c"};
  CHECK(table_error("a,b\n1,2\n", format) ==
        "site_data has no column with the name given in feature_columns");
}

TEST_CASE("ten thousand listed measures are found at once, in any spelling") {
  constexpr int columns = 10000;
  std::string header = "id";
  std::string row = "a";
  std::vector<std::string> listed;
  for (int c = 0; c < columns; ++c) {
    header += ",region_" + std::to_string(c);
    row += ',' + std::to_string(c);
    listed.push_back("REGION-" + std::to_string(columns - 1 - c));
  }
  const Table table = read_text(header + '\n' + row + '\n', with_columns("id", "", listed));
  REQUIRE(table.values.cols() == columns);
  for (int c = 0; c < columns; ++c) CHECK(table.values(0, c) == columns - 1 - c);
}

TEST_CASE("a file of many blocks is read correctly") {
  constexpr int rows = 5000;
  constexpr int columns = 20;
  std::string text = "id";
  for (int c = 0; c < columns; ++c) text += ",f" + std::to_string(c);
  text += '\n';
  for (int r = 0; r < rows; ++r) {
    text += "\"subject " + std::to_string(r) + "\"";
    for (int c = 0; c < columns; ++c) text += ',' + dsne::data::number_text(r + (c + 1) / 32.0);
    text += "\r\n";
  }
  const Table table = read_text(text, with_columns("id"));
  REQUIRE(table.values.rows() == rows);
  REQUIRE(table.values.cols() == columns);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) REQUIRE(table.values(r, c) == r + (c + 1) / 32.0);
  }
  CHECK(table.ids.back() == "subject 4999");
  CHECK(table.rows.back() == rows + 1);
}

TEST_CASE("missing features are named by position, measures also by name") {
  Table table;
  table.features = {"secret_a", "cjv", "x.y"};
  table.values = Matrix::Ones(1, 3);
  table.columns = {1, 2, 3};
  const auto lacking = [&table](const Names& features) {
    return error_of(
        [&] { dsne::data::with_features(table, features, "site_data", "the reference"); });
  };
  const std::string no = "site_data has no column ";
  CHECK(lacking({"cjv", "secret_b"}) == no + "for the measure in column 2 of the reference");
  CHECK(lacking({"cjv", "snr_gm"}) == no + "snr_gm, which the reference has");
  CHECK(lacking({"cnr", "secret_b", "cjv", "efc"}) ==
        no + "for 3 measures, in columns 1 (cnr), 2, 4 (efc) of the reference");
  CHECK(lacking({"a", "b", "c", "d", "efc", "snr_<secret>", "fber"}) ==
        no + "for 7 measures, in columns 1, 2, 3, 4, 5 (efc) and 2 more of the reference");
  CHECK(lacking({"snr_<secret>"}) == no + "for the measure in column 1 of the reference");
  // One column is not two measures.
  CHECK(lacking({"x-y", "x.y"}) == no + "for the measure in column 1 of the reference");
}

TEST_CASE("matrices and series are read from arrays as from text, and keep what is compared") {
  const InputFolder folder;
  const auto read = [&](const std::string& file, DataFormat form) {
    return dsne::data::read_data(folder.write("list.csv", "file,group\n" + file + ",patient\n"),
                                 "site_data", form, with_columns("", "group"));
  };
  folder.write("matrix.tsv", "\ta\tb\tc\na\t1\t.5\t.25\nb\t.5\t1\t.125\nc\t.25\t.125\t1\n");
  folder.write("matrix.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 3), }",
                                 npy_items<float>({1, .5, .25, .5, 1, .125, .25, .125, 1})));
  const Table named = read("matrix.tsv", DataFormat::automatic);
  CHECK(named.values == Matrix{{.5, .25, .125}});
  CHECK(named.labels == Names{"patient"});
  CHECK(named.reading.geometry.kind == dsne::data::GeometryKind::networks);
  CHECK(named.reading.geometry.size == std::vector<std::int64_t>{3});
  CHECK(named.reading.geometry.regions == Names{"a", "b", "c"});
  const Table array = read("matrix.npy", DataFormat::automatic);
  CHECK(array.values == named.values);
  CHECK(array.features == Names{"1~2", "1~3", "2~3"});
  folder.write("series.csv", "1,2,3,5\n3,1,0,2\n");
  folder.write("series.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4), }",
                                 npy_items<double>({1, 2, 3, 5, 3, 1, 0, 2})));
  CHECK(read("series.npy", DataFormat::time_series).values ==
        read("series.csv", DataFormat::time_series).values);
}
