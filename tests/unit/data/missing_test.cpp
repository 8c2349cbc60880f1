#include "data/missing.h"

#include <doctest/doctest.h>

#include "helpers.h"

using dsne::Matrix;
using dsne::RowVector;
using dsne::data::Missing;
using dsne::data::Table;

namespace {

Table gappy() {
  return read_text(
      "id,a,b,label\n"
      "s1,1,10,x\n"
      "s2,2,,y\n"
      "s3,4,30,z\n"
      "s4,,50,\n",
      with_columns("id", "label"));
}

}  // namespace

TEST_CASE("medians use the values that are not missing") {
  CHECK(column_medians(gappy(), "reference_data") == RowVector{{2, 30}});
  CHECK(column_medians(read_text("a,b\n1,4\n2,\n3,6\n9,\n"), "reference_data") ==
        RowVector{{2.5, 5}});
}

TEST_CASE("a column without any value has no median") {
  const Table table = read_text("a,b,c\n1,2,\n3,4,NA\n", with_columns("", "", {"a", "c"}));
  CHECK(error_of([&] { column_medians(table, "reference_data"); }) ==
        "reference_data column 3 has no value at all");
}

TEST_CASE("a missing value is an error that says where") {
  CHECK(error_of([] { resolve_missing(gappy(), Missing::error, {}, "site_data"); }) ==
        "site_data row 3, column 3: a missing value: fill it or leave the row out, or ask the "
        "run's owner to set missing to drop or impute");
  const Table whole = read_text("a,b\n1,2\n");
  CHECK(resolve_missing(whole, Missing::error, {}, "site_data").values == whole.values);
}

TEST_CASE("rows with a missing value are dropped with all that belongs to them") {
  const Table table = resolve_missing(gappy(), Missing::drop, {}, "site_data");
  CHECK(table.values == Matrix{{1, 10}, {4, 30}});
  CHECK(table.ids == std::vector<std::string>{"s1", "s3"});
  CHECK(table.labels == std::vector<std::string>{"x", "z"});
  CHECK(table.rows == std::vector<std::size_t>{2, 4});
  CHECK(table.features == std::vector<std::string>{"a", "b"});
}

TEST_CASE("dropping works without labels, and says when nothing is left") {
  const Table table = resolve_missing(read_text("a,b\n,2\n3,4\n"), Missing::drop, {}, "site_data");
  CHECK(table.values.rows() == 1);
  CHECK(table.labels.empty());
  CHECK(error_of([] {
          resolve_missing(read_text("a,b\n1,\n,2\n"), Missing::drop, {}, "site_data");
        }) == "site_data has no row without a missing value");
}

TEST_CASE("medians replace missing values and nothing else") {
  const Table table = resolve_missing(gappy(), Missing::impute, RowVector{{-1, -2}}, "site_data");
  CHECK(table.values == Matrix{{1, 10}, {2, -2}, {4, 30}, {-1, 50}});
  CHECK(table.ids.size() == 4);
}
