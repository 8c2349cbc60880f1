#include <doctest/doctest.h>

#include "helpers.h"

using Labels = std::vector<std::string>;

namespace {

Labels labels_in(const std::string& content, std::size_t points) {
  return dsne::data::read_labels(InputFile(content).path(), "site_label", points);
}

std::string label_error(const std::string& content, std::size_t points) {
  return error_of([&] { labels_in(content, points); });
}

/// Labels as doubles in a `.npy` file of this shape.
std::string numpy_labels(const std::string& type, const std::string& shape,
                         const std::vector<double>& labels) {
  return npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }",
             npy_items(labels));
}

}  // namespace

TEST_CASE("one label a line") {
  CHECK(labels_in("3.0\n1.000e+00\n2\n", 3) == Labels{"3", "1", "2"});
  CHECK(labels_in("healthy control\r\n patient \r\n", 2) == Labels{"healthy control", "patient"});
  CHECK(labels_in("\xEF\xBB\xBF"
                  "a\nb",
                  2) == Labels{"a", "b"});
  CHECK(labels_in("\"a, b\"\n\"c \"\"d\"\"\"\n\n", 2) == Labels{"a, b", "c \"d\""});
}

TEST_CASE("the number of points distinguishes a header from a label") {
  CHECK(labels_in("group\na\nb\n", 2) == Labels{"a", "b"});
  CHECK(labels_in("group\na\nb\n", 3) == Labels{"group", "a", "b"});
  CHECK(labels_in("group\n1\n2\n", 2) == Labels{"1", "2"});
}

TEST_CASE("missing labels are empty") {
  CHECK(labels_in("a\n\nNA\nnan\n\"\"\n", 5) == Labels{"a", "", "", "", ""});
}

TEST_CASE("labels from .npy") {
  const std::string three = numpy_labels("<f8", "(3,)", {1, 3, 100});
  CHECK(labels_in(three, 3) == Labels{"1", "3", "100"});
  CHECK(label_error(numpy_labels("<f8", "(2, 2)", {1, 2, 3, 4}), 2) ==
        "site_label has 2 instead of 1 columns");
  CHECK(label_error(three, 4) == "site_label has 3 rows for 4 points");
  CHECK(label_error(numpy_labels("<U2", "(2,)", {1, 2}), 2) ==
        "site_label: the .npy type is not supported (float16, float32, float64, 8 to 64 bit "
        "integers and bool are): save it with astype(float)");
}

TEST_CASE("integers that a double cannot distinguish are not labels") {
  std::string file("\x93NUMPY\x01\0", 8);
  const std::string header = "{'descr': '<u8', 'fortran_order': False, 'shape': (1,), }";
  file += static_cast<char>(header.size());
  file += '\0';
  file += header + std::string("\x01\0\0\0\0\0\x20\0", 8);
  CHECK(label_error(file, 1) == "site_label row 1, column 1: too large a number for a label");
}

TEST_CASE("bad label files") {
  const TemporaryFolder folder;
  CHECK(error_of([&] { dsne::data::read_labels(folder.path() / "secret", "site_label", 1); }) ==
        "site_label: the file is missing");
  CHECK(label_error("", 1) == "site_label is empty");
  CHECK(label_error("\n\n", 2) == "site_label is empty");
  CHECK(label_error("a\nb\nc\n", 5) == "site_label has 3 rows for 5 points");
  CHECK(label_error("1\n2\n3\n", 2) == "site_label has 3 rows for 2 points");
  CHECK(label_error("s1,a\ns2,b\n", 2) == "site_label has 2 instead of 1 columns");
  CHECK(label_error("a\nb,c\n", 2).empty());
  CHECK(label_error(std::string("a\n\0\n", 4), 2) ==
        "site_label is not a text table (row 2 holds a NUL byte)");
  CHECK(label_error("a\n\"b\n", 2) == "site_label row 2, column 1: a quote is not closed");
}
