#include <doctest/doctest.h>

#include "data/csv.h"
#include "helpers.h"

using dsne::data::parse_reference_csv;
using dsne::data::Reference;
using dsne::data::reference_csv;

namespace {

Reference small() {
  Reference reference;
  reference.values.resize(2, 2);
  reference.values << 0.1, -2, 1e-5, 1.0 / 3;
  reference.features = {"volume, left", "age"};
  reference.labels = {"a", ""};
  return reference;
}

std::string parse_error(const std::string& text) {
  return error_of([&] { parse_reference_csv(text); });
}

}  // namespace

TEST_CASE("the reference has one text form") {
  CHECK(reference_csv(small()) ==
        "label,\"volume, left\",age\n"
        "a,0.1,-2\n"
        ",1e-05,0.3333333333333333\n");
  Reference bare = small();
  bare.features.clear();
  bare.labels.clear();
  CHECK(reference_csv(bare) == "label,,\n,0.1,-2\n,1e-05,0.3333333333333333\n");
}

TEST_CASE("the text reads back as the same reference") {
  Reference reference = small();
  reference.labels = {" x\r\n\"y\", ", "\xC3\xA9"};
  reference.features[1] = "NA";
  const Reference same = parse_reference_csv(reference_csv(reference));
  CHECK(same.values == reference.values);
  CHECK(same.features == reference.features);
  CHECK(same.labels == reference.labels);
  CHECK(reference_csv(same) == reference_csv(reference));
}

TEST_CASE("missing names and labels stay missing") {
  Reference bare = small();
  bare.features.clear();
  bare.labels = {"", ""};
  const Reference same = parse_reference_csv(reference_csv(bare));
  CHECK(same.features.empty());
  CHECK(same.labels.empty());
  CHECK(same.values == bare.values);
}

TEST_CASE("a malformed reference is refused") {
  CHECK(parse_error("") == "the reference is not whole");
  CHECK(parse_error("label,a\nx,1") == "the reference is not whole");
  CHECK(parse_error("\x1A\n") == "the reference has no header");
  CHECK(parse_error("secret,a\nx,1\n") == "the reference: the first column is not the label");
  CHECK(parse_error("\n") == "the reference: the first column is not the label");
  CHECK(parse_error("label\nx\n") == "the reference has no feature");
  CHECK(parse_error("label,a\n") == "the reference has no point");
  CHECK(parse_error("label,a,\nx,1,2\n") ==
        "the reference has names for some of its features only");
  CHECK(parse_error("label,a,b\nx,1,2\ny,1\n") == "the reference row 3 has 2 instead of 3 columns");
  CHECK(parse_error("label,a\nx,1,2\n") == "the reference row 2 has 3 instead of 2 columns");
  CHECK(parse_error("label,a\nx,1\n\n") == "the reference row 3 has 1 instead of 2 columns");
  for (const std::string cell : {"", "NA", "nan", "inf", "1e999", "secret"}) {
    CHECK(parse_error("label,a\nx," + cell + "\n") ==
          "the reference row 2, column 2: not a finite number");
  }
  CHECK(parse_error(std::string("label,a\nx,\0\n", 12)) ==
        "the reference is not a text table (row 2 holds a NUL byte)");
  CHECK(parse_error("label,a\n\xFF,1\n") == "the reference row 2, column 1: not UTF-8 text");
  CHECK(parse_error("label,\xFF\nx,1\n") == "the reference row 1, column 2: not UTF-8 text");
  CHECK(parse_error("label,a\n\"x,1\n") == "the reference row 2, column 1: a quote is not closed");
}
