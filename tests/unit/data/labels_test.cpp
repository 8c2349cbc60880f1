#include <doctest/doctest.h>

#include "helpers.h"

using Labels = std::vector<std::string>;

namespace {

Labels labels_in(const std::string& content, std::size_t points) {
  return dsne::data::read_labels(InputFile(content).path(), "site_label", points);
}

/// Labels in a `.npy` file of this shape.
std::string numpy_labels(const std::string& type, const std::string& shape,
                         const std::vector<double>& labels) {
  return npy("{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }",
             npy_items(labels));
}

}  // namespace

TEST_CASE("labels are a line each, and their number distinguishes a header from a label") {
  struct Case {
    std::string file;
    Labels labels;
  };
  for (const auto& [file, labels] :
       std::vector<Case>{{"3.0\n1.000e+00\n2\n", {"3", "1", "2"}},
                         {"healthy control\r\n patient \r\n", {"healthy control", "patient"}},
                         {"\xEF\xBB\xBF"
                          "a\nb",
                          {"a", "b"}},
                         {"\"a, b\"\n\"c \"\"d\"\"\"\n\n", {"a, b", "c \"d\""}},
                         {"group\na\nb\n", {"a", "b"}},
                         {"group\na\nb\n", {"group", "a", "b"}},
                         {"group\n1\n2\n", {"1", "2"}},
                         {"a\n\nNA\nnan\n\"\"\n", {"a", "", "", "", ""}},
                         {"a\nb,c\n", {"a", "b,c"}},
                         {numpy_labels("<f8", "(3,)", {1, 3, 100}), {"1", "3", "100"}}}) {
    const auto& shown = file;
    CAPTURE(shown);
    CHECK(labels_in(file, labels.size()) == labels);
  }
}

TEST_CASE("bad label files") {
  const std::string type =
      "site_label: the .npy type is not supported (float16, float32, float64, 8 to 64 bit "
      "integers and bool are): save it with astype(float)";
  // A double cannot distinguish this integer from the next.
  const std::string large = npy("{'descr': '<u8', 'fortran_order': False, 'shape': (1,), }",
                                npy_items<std::uint64_t>({(std::uint64_t{1} << 53U) + 1}));
  struct Case {
    std::string file;
    std::size_t points;
    std::string error;
  };
  for (const auto& [content, number, expected] : std::vector<Case>{
           {"", 1, "site_label is empty"},
           {"\n\n", 2, "site_label is empty"},
           {"a\nb\nc\n", 5, "site_label has 3 rows for 5 points"},
           {"1\n2\n3\n", 2, "site_label has 3 rows for 2 points"},
           {"s1,a\ns2,b\n", 2, "site_label has 2 instead of 1 columns"},
           {std::string("a\n\0\n", 4), 2,
            "site_label is not a text table (row 2 holds a NUL byte)"},
           {"a\n\"b\n", 2, "site_label row 2, column 1: a quote is not closed"},
           {large, 1, "site_label row 1, column 1: too large a number for a label"},
           {numpy_labels("<f8", "(2, 2)", {1, 2, 3, 4}), 2,
            "site_label has 2 instead of 1 columns"},
           {numpy_labels("<f8", "(3,)", {1, 3, 4}), 4, "site_label has 3 rows for 4 points"},
           {numpy_labels("<U2", "(2,)", {1, 2}), 2, type}}) {
    const std::string& file = content;
    const std::size_t points = number;
    CAPTURE(file);
    CHECK(error_of([&] { labels_in(file, points); }) == expected);
  }
}
