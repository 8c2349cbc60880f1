#include "coinstac/json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "coinstac/errors.h"
#include "coinstac/phase.h"

using dsne::Json;
using dsne::Matrix;
using dsne::MessageError;

namespace {
constexpr const char* the_message = "the message";
}

TEST_CASE("packed matrices come back with every bit") {
  Matrix matrix(2, 3);
  matrix << 0.1, -0.0, 1e-310, std::numeric_limits<double>::max(), 1.0 / 3, -5e-324;
  const Json packed = Json::parse(dsne::pack(matrix).dump());
  const Matrix back = dsne::unpack(packed, 2, 3, the_message);
  CHECK(back == matrix);
  CHECK(std::signbit(back(0, 1)));
  CHECK(dsne::unpack(dsne::pack(Matrix(0, 2)), 0, 2, the_message).rows() == 0);
}

TEST_CASE("a packed matrix that is damaged or of another shape is refused") {
  Json packed = dsne::pack(Matrix::Ones(2, 2));
  CHECK_THROWS_AS(dsne::unpack(packed, 4, 1, the_message), MessageError);
  const std::string text = packed["float64"];
  for (const std::string& bad :
       {text.substr(4), text + "AAAA", std::string("!") + text.substr(1), std::string()}) {
    packed["float64"] = bad;
    CHECK_THROWS_AS(dsne::unpack(packed, 2, 2, the_message), MessageError);
  }
  CHECK_THROWS_AS(dsne::unpack(dsne::pack(Matrix::Constant(1, 1, std::nan(""))), 1, 1, the_message),
                  MessageError);
  CHECK_THROWS_AS(dsne::unpack(Json(5), 1, 1, the_message), MessageError);
}

TEST_CASE("matrices are arrays of rows that read back as the same numbers") {
  Matrix matrix(3, 2);
  matrix << 0.1, 2, 1e-17, -4, 5e100, 1.0 / 3;
  const Json message = Json::parse(Json({{"places", dsne::to_json(matrix)}}).dump());
  CHECK(dsne::matrix_field(message, "places", 3, 2, the_message) == matrix);
}

TEST_CASE("a matrix of another shape or with something else than numbers is refused") {
  const auto refused = [](const Json& value) {
    CHECK_THROWS_AS(dsne::matrix_field({{"m", value}}, "m", 2, 2, the_message), MessageError);
  };
  refused({{1, 2}});
  refused({{1, 2}, {3, 4}, {5, 6}});
  refused({{1, 2}, {3}});
  refused({{1, 2}, {3, "4"}});
  refused({{1, 2}, {3, nullptr}});
  refused({{1, 2}, {3, std::nan("")}});
  refused({{1, 2}, 3});
  refused("12");
  CHECK_THROWS_AS(dsne::matrix_field(Json::object(), "m", 2, 2, the_message), MessageError);
  CHECK_THROWS_AS(dsne::vector_field({{"v", {1, 2}}}, "v", 3, the_message), MessageError);
  CHECK_THROWS_AS(dsne::labels_field({{"v", {"a", 2}}}, "v", 2, the_message), MessageError);
}

TEST_CASE("whole numbers are checked for type and range") {
  const auto read = [](const Json& value) {
    return dsne::integer_field({{"n", value}}, "n", 0, 10, the_message);
  };
  CHECK(read(0) == 0);
  CHECK(read(10) == 10);
  for (const Json& bad : {Json(-1), Json(11), Json(1.5), Json("5"), Json(), Json(true),
                          Json(std::numeric_limits<std::uint64_t>::max())}) {
    CHECK_THROWS_AS(read(bad), MessageError);
  }
}

TEST_CASE("plain numbers are written by value") {
  const Json mixed = {{"a", 12.0}, {"b", {-0.0, 0.5, 1e300, 7}}, {"c", "12.0"}};
  CHECK(dsne::with_plain_numbers(mixed).dump() == R"({"a":12,"b":[0,0.5,1e+300,7],"c":"12.0"})");
}

TEST_CASE("a field's error names whose it is and the field, never the value") {
  try {
    dsne::integer_field({{"n", "secret"}}, "n", 0, 10, the_message);
    FAIL("no error");
  } catch (const MessageError& error) {
    CHECK(std::string(error.what()) == "the message: n must be a whole number from 0 to 10");
  }
}

TEST_CASE("a message's moment is its phase and round") {
  const dsne::Moment moment{dsne::phase::embed, 7};
  CHECK(dsne::moment_of(dsne::message_at(moment), the_message) == moment);
  CHECK_THROWS_AS(dsne::moment_of({{"phase", "embed"}}, the_message), MessageError);
  CHECK_THROWS_AS(dsne::moment_of({{"phase", 5}, {"round", 1}}, the_message), MessageError);
  CHECK_THROWS_AS(dsne::moment_of(Json("x"), the_message), MessageError);
}
