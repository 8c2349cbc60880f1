#include "core/json.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/errors.h"
#include "core/step.h"
#include "packed.h"

using dsne::Json;
using dsne::Matrix;
using dsne::MessageError;

namespace {

constexpr const char* the_message = "the message";

/// Why a message's matrix is refused.
std::string refusal_of(const Json& message, Eigen::Index rows, Eigen::Index columns) {
  try {
    dsne::matrix_field(message, "m", rows, columns, the_message);
  } catch (const MessageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("packed matrices come back with every bit") {
  Matrix matrix(2, 3);
  matrix << 0.1, -0.0, 1e-310, dsne::largest_number, 1.0 / 3, -5e-324;
  const Json message = Json::parse(Json({{"m", dsne::pack(matrix)}}).dump());
  const Matrix back = dsne::matrix_field(message, "m", 2, 3, the_message);
  CHECK(back == matrix);
  CHECK(std::signbit(back(0, 1)));
  const Json none = {{"m", dsne::pack(Matrix(0, 2))}};
  CHECK(dsne::matrix_field(none, "m", 0, 2, the_message).rows() == 0);
}

TEST_CASE("a packed matrix is its shape and little-endian float64 in base64, row by row") {
  CHECK(dsne::pack(Matrix{{1, -2}, {0.5, 0}, {3, 4}}) ==
        Json{{"rows", 3},
             {"columns", 2},
             {"float64", "AAAAAAAA8D8AAAAAAAAAwAAAAAAAAOA/AAAAAAAAAAAAAAAAAAAIQAAAAAAAABBA"}});
}

TEST_CASE("anything but a packed matrix of the right shape is refused") {
  for (const Eigen::Index rows : {1, 2, 30}) {
    const Json good = dsne::pack(Matrix::Random(rows, 3));
    CHECK_NOTHROW(dsne::matrix_field({{"m", good}}, "m", rows, 3, the_message));
    for (const Json& bad : damaged(good)) {
      CAPTURE(bad);
      CHECK(refusal_of({{"m", bad}}, rows, 3).find("the message: m must be ") == 0);
    }
  }
  CHECK(refusal_of({{"m", Json::array()}}, 30, 2) ==
        "the message: m must be 30 rows of 2 packed numbers");
  CHECK(refusal_of({{"m", with_number(dsne::pack(Matrix::Ones(1, 2)), 1, std::nan(""))}}, 1, 2) ==
        "the message: m must be within 1e100 of 0");
  CHECK(refusal_of({{"m", with_number(dsne::pack(Matrix::Ones(1, 2)), 0, 1.1e100)}}, 1, 2) ==
        "the message: m must be within 1e100 of 0");
  CHECK(refusal_of(Json::object(), 2, 3) == "the message: m is missing");
  CHECK(refusal_of(5, 2, 3) == "the message is not a JSON object");
}

TEST_CASE("a shape larger than its text allocates no memory") {
  const Json packed = {{"rows", 1LL << 55}, {"columns", 3}, {"float64", "AAAA"}};
  CHECK_THROWS_AS(dsne::matrix_field({{"m", packed}}, "m", 1LL << 55, 3, the_message),
                  MessageError);
}

TEST_CASE("numbers that are not finite cannot be sent") {
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    Matrix matrix = Matrix::Ones(2, 3);
    matrix(1, 2) = bad;
    CHECK_THROWS_WITH_AS(dsne::pack(matrix), "a result is not a finite number", dsne::Error);
    CHECK_THROWS_WITH_AS(dsne::json_array(dsne::RowVector(matrix.row(1))),
                         "a result is not a finite number", dsne::Error);
  }
}

TEST_CASE("arrays of another size or with something else in them are refused") {
  const auto refused = [](const Json& value) {
    CHECK_THROWS_AS(dsne::vector_field({{"v", value}}, "v", 2, the_message), MessageError);
  };
  CHECK(dsne::vector_field({{"v", {1, -0.5}}}, "v", 2, the_message) == dsne::RowVector{{1, -0.5}});
  for (const Json& bad : {Json{1}, Json{1, 2, 3}, Json{1, "2"}, Json{1, nullptr},
                          Json{1, std::nan("")}, Json{1, Json{2}}, Json("12"), Json(5)}) {
    refused(bad);
  }
  refused(dsne::pack(Matrix::Ones(1, 2)));
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
    CHECK_THROWS_WITH_AS(read(bad), "the message: n must be a whole number from 0 to 10",
                         MessageError);
  }
}

TEST_CASE("plain numbers are written by value") {
  const Json mixed = {{"a", 12.0}, {"b", {-0.0, 0.5, 1e300, 7}}, {"c", "12.0"}};
  CHECK(dsne::with_plain_numbers(mixed).dump() == R"({"a":12,"b":[0,0.5,1e+300,7],"c":"12.0"})");
}

TEST_CASE("a message's moment is its phase and round") {
  const dsne::Moment moment{dsne::phase::embed, 7};
  CHECK(dsne::moment_of(dsne::message_at(moment), the_message) == moment);
  CHECK_THROWS_AS(dsne::moment_of({{"phase", "embed"}}, the_message), MessageError);
  CHECK_THROWS_AS(dsne::moment_of({{"phase", 5}, {"round", 1}}, the_message), MessageError);
  CHECK_THROWS_AS(dsne::moment_of(Json("x"), the_message), MessageError);
}
