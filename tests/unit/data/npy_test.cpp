#include "data/formats/npy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "helpers.h"

using dsne::Matrix;
using dsne::data::Table;

namespace {

const std::string two_by_two_header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }";

std::string doubles(const std::vector<double>& values) { return npy_items(values); }

std::string with_shape(const std::string& shape) {
  return "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
}

std::string with_type(const std::string& type) {
  return "{'descr': " + type + ", 'fortran_order': False, 'shape': (2, 2), }";
}

/// The same array as items of another type.
template <class T>
std::string items_of_type(bool big_endian = false) {
  std::string items;
  for (const int value : {1, 2, 3, 4, 100, 0}) {
    std::string item = npy_items<T>({static_cast<T>(value)});
    if (big_endian) std::ranges::reverse(item);
    items += item;
  }
  return items;
}

}  // namespace

TEST_CASE("numpy's own file, every type and every version") {
  const Matrix expected{{1, 2}, {3, 4}, {100, 0}};
  CHECK(dsne::data::read_table(test_data("npy/f8.npy"), "site_data", {}).values == expected);
  const auto read = [](const std::string& type, const std::string& items, char version = 1) {
    CAPTURE(type);
    const std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': (3, 2), }";
    return read_text(npy(header, items, version)).values;
  };
  for (const auto& [type, items] : {std::pair("<f4", items_of_type<float>()),
                                    {"<f8", items_of_type<double>()},
                                    {"|i1", items_of_type<std::int8_t>()},
                                    {"<i2", items_of_type<std::int16_t>()},
                                    {"<i4", items_of_type<std::int32_t>()},
                                    {"<i8", items_of_type<std::int64_t>()},
                                    {"|u1", items_of_type<std::uint8_t>()},
                                    {"<u2", items_of_type<std::uint16_t>()},
                                    {"<u4", items_of_type<std::uint32_t>()},
                                    {"<u8", items_of_type<std::uint64_t>()},
                                    {">f8", items_of_type<double>(true)},
                                    {">i4", items_of_type<std::int32_t>(true)}}) {
    CHECK(read(type, items) == expected);
  }
  for (const char version : {'\2', '\3'}) {
    CHECK(read("<f8", items_of_type<double>(), version) == expected);
  }
  CHECK(read("|b1", std::string("\0\0\1\1\1\0", 6)) == Matrix{{0, 0}, {1, 1}, {1, 0}});
}

TEST_CASE("negative integers, NaN and keys in another order") {
  const std::string integers = "{'shape': (2,), 'descr': '|i1', 'fortran_order': True}\n";
  CHECK(read_text(npy(integers, "\xFF\x7F")).values == Eigen::Vector2d(-1, 127));
  const Table table = read_text(npy(two_by_two_header, doubles({1, std::nan(""), 3, 4}), 2));
  CHECK(std::isnan(table.values(0, 1)));
  CHECK(table.values(1, 0) == 3);
  CHECK(table.features.empty());
  CHECK(table.ids == std::vector<std::string>{"1", "2"});
}

TEST_CASE("arrays larger than a block, in both orders") {
  constexpr int rows = 700;
  constexpr int columns = 300;
  std::vector<double> values(static_cast<std::size_t>(rows) * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  const auto read = [&](const std::string& fortran) {
    return read_text(
               npy("{'descr': '<f8', 'fortran_order': " + fortran + ", 'shape': (700, 300), }",
                   doubles(values)))
        .values;
  };
  CHECK(read("False") == Eigen::Map<const Matrix>(values.data(), rows, columns));
  CHECK(read("True") == Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, columns));
}

TEST_CASE("a truncated .npy") {
  const std::string whole = npy(two_by_two_header, doubles({1, 2, 3, 4}));
  for (std::size_t length = 6; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(table_error(whole.substr(0, length)) == "site_data: the .npy file is truncated");
  }
  CHECK(table_error(whole).empty());
  CHECK(table_error(whole + "x") == "site_data: the .npy file goes on behind its array");
}

TEST_CASE("arrays of other shapes and types, and shapes that no memory holds, are refused") {
  const std::string truncated = "site_data: the .npy file is truncated";
  const std::string dimensions = " dimensions instead of 1 or 2: save an array for each subject";
  const std::string type =
      "site_data: the .npy type is not supported (float16, float32, float64, 8 to 64 bit integers "
      "and bool are): save it with astype(float)";
  const std::string fields =
      "site_data: the .npy array has named fields, which are not supported: save its numbers as a "
      "plain array";
  std::vector<std::pair<std::string, std::string>> refused = {
      {with_shape("(1000000000000, 8)"), truncated},
      {with_shape("(4294967296, 4294967296)"), truncated},
      {with_shape("(2305843009213693952, 8)"), truncated},
      {with_shape("(1, 18446744073709551615)"), truncated},
      {with_shape("(99999999999999999999, 1)"), "site_data: the .npy header is malformed"},
      {with_shape("()"), "site_data: the .npy array has 0" + dimensions},
      {with_shape("(1, 2, 2)"), "site_data: the .npy array has 3" + dimensions},
      {with_type("[('a', '<f4'), ('b', '<i4')]"), fields}};
  for (const auto* name :
       {"'<f16'", "'<c16'", "'|O'", "'<U5'", "'<M8[ns]'", "'|f8'", "'f8'", "''", "'=f8'", "'<'"}) {
    refused.emplace_back(with_type(name), type);
  }
  for (const auto& [header, error] : refused) {
    const auto& shown = header;
    CAPTURE(shown);
    CHECK(table_error(npy(header, doubles({1, 2, 3, 4}))) == error);
  }
  CHECK(table_error(npy(with_shape("(0, 2)"), "")) == "site_data is empty");
  CHECK(table_error(npy(with_shape("(2, 0)"), "")) == "site_data is empty");
}

TEST_CASE("an infinity in an array is told by row and column, in either order") {
  CHECK(table_error(npy(two_by_two_header, doubles({1, 2, -HUGE_VAL, 4}))) ==
        "site_data row 2, column 1: an infinity");
  const std::string fortran = "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }";
  CHECK(table_error(npy(fortran, doubles({1, 2, HUGE_VAL, 4}))) ==
        "site_data row 1, column 2: an infinity");
}

TEST_CASE("half precision in either byte order") {
  const std::string little = std::string("\x00\x3C\x00\xC1\x00\x7E\xFF\x7B", 8);
  const std::string big = std::string("\x3C\x00\xC1\x00\x7E\x00\x7B\xFF", 8);
  for (const auto& [type, items] : {std::pair("'<f2'", little), {"'>f2'", big}}) {
    const auto values = read_text(npy(with_type(type), items)).values;
    CHECK(values(0, 0) == 1);
    CHECK(values(0, 1) == -2.5);
    CHECK(std::isnan(values(1, 0)));
    CHECK(values(1, 1) == 65504);
  }
}

TEST_CASE("a malformed header") {
  for (const auto* header :
       {"", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': 1, 'shape': (2, 2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, -2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2.0, 2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 4}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), 'x': 1}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)} x",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)",
        "{'descr': '<f8, 'fortran_order': False, 'shape': (2, 2)}",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (2, 2)}"}) {
    CAPTURE(header);
    CHECK(table_error(npy(header, doubles({1, 2, 3, 4}))) ==
          "site_data: the .npy header is malformed");
  }
  for (const char version : {'\0', '\4'}) {
    CHECK(table_error(npy(two_by_two_header, doubles({1, 2, 3, 4}), version)) ==
          "site_data: the .npy version is not supported (1 to 3 are)");
  }
  // Longer than any real one.
  CHECK(table_error("\x93NUMPY\x02" + std::string(1, '\0') + "\xFF\xFF\xFF\x7F" +
                    two_by_two_header) == "site_data: the .npy header is malformed");
}

TEST_CASE("an array has no columns to be named") {
  CHECK(table_error(npy(two_by_two_header, doubles({1, 2, 3, 4})), with_columns("", "1")) ==
        "site_data has no column with the name given in label_column");
}
