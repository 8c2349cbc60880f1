#include "coinstac/json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include "coinstac/base64.h"
#include "coinstac/errors.h"

namespace dsne {
namespace {

static_assert(std::endian::native == std::endian::little, "pack writes little-endian numbers");

[[noreturn]] void reject(std::string_view what, const std::string& name, const std::string& why) {
  throw MessageError(std::string(what) + ": " + name + " " + why);
}

double finite_number(const Json& value, const std::string& name, std::string_view what) {
  if (!value.is_number()) reject(what, name, "must hold numbers");
  const auto number = value.get<double>();
  if (!std::isfinite(number)) reject(what, name, "must be finite");
  return number;
}

}  // namespace

const Json& field(const Json& object, const std::string& name, std::string_view what) {
  if (!object.is_object()) throw MessageError(std::string(what) + " is not a JSON object");
  const auto found = object.find(name);
  if (found == object.end()) reject(what, name, "is missing");
  return *found;
}

std::string text_field(const Json& object, const std::string& name, std::string_view what) {
  const Json& value = field(object, name, what);
  if (!value.is_string()) reject(what, name, "must be text");
  return value.get<std::string>();
}

bool flag_field(const Json& object, const std::string& name, std::string_view what) {
  const Json& value = field(object, name, what);
  if (!value.is_boolean()) reject(what, name, "must be true or false");
  return value.get<bool>();
}

std::int64_t integer_field(const Json& object, const std::string& name, std::int64_t least,
                           std::int64_t most, std::string_view what) {
  const Json& value = field(object, name, what);
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
  if (!fits || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
    reject(what, name,
           "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value.get<std::int64_t>();
}

double number_field(const Json& object, const std::string& name, std::string_view what) {
  return finite_number(field(object, name, what), name, what);
}

Matrix matrix_field(const Json& object, const std::string& name, Eigen::Index rows,
                    Eigen::Index columns, std::string_view what) {
  const Json& value = field(object, name, what);
  const std::string shape =
      "must be " + std::to_string(rows) + " rows of " + std::to_string(columns) + " numbers";
  if (!value.is_array() || value.size() != static_cast<std::size_t>(rows))
    reject(what, name, shape);
  Matrix matrix(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Json& row = value[static_cast<std::size_t>(i)];
    if (!row.is_array() || row.size() != static_cast<std::size_t>(columns)) {
      reject(what, name, shape);
    }
    for (Eigen::Index j = 0; j < columns; ++j) {
      matrix(i, j) = finite_number(row[static_cast<std::size_t>(j)], name, what);
    }
  }
  return matrix;
}

RowVector vector_field(const Json& object, const std::string& name, Eigen::Index size,
                       std::string_view what) {
  const Json& value = field(object, name, what);
  if (!value.is_array() || value.size() != static_cast<std::size_t>(size)) {
    reject(what, name, "must be " + std::to_string(size) + " numbers");
  }
  RowVector vector(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    vector(i) = finite_number(value[static_cast<std::size_t>(i)], name, what);
  }
  return vector;
}

std::vector<std::string> labels_field(const Json& object, const std::string& name,
                                      Eigen::Index size, std::string_view what) {
  const Json& value = field(object, name, what);
  const bool fits =
      value.is_array() && value.size() == static_cast<std::size_t>(size) &&
      std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
  if (!fits) reject(what, name, "must be " + std::to_string(size) + " texts");
  return value.get<std::vector<std::string>>();
}

Json to_json(const Matrix& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    rows.push_back(to_json(RowVector(matrix.row(i))));
  return rows;
}

Json to_json(const RowVector& vector) {
  if (!vector.allFinite()) throw Error("a result is not a finite number");
  return Json(std::vector<double>(vector.begin(), vector.end()));
}

Json with_plain_numbers(Json json) {
  constexpr double largest_exact = 9007199254740992;  // 2^53
  if (json.is_structured()) {
    for (Json& item : json) item = with_plain_numbers(std::move(item));
  } else if (json.is_number_float()) {
    const auto number = json.get<double>();
    if (number == std::floor(number) && std::abs(number) <= largest_exact) {
      json = static_cast<std::int64_t>(number);
    }
  }
  return json;
}

Json pack(const Matrix& matrix) {
  const std::span entries(matrix.data(), static_cast<std::size_t>(matrix.size()));
  return {{"rows", matrix.rows()},
          {"columns", matrix.cols()},
          {"float64", to_base64(std::as_bytes(entries))}};
}

Matrix unpack(const Json& packed, Eigen::Index rows, Eigen::Index columns, std::string_view what) {
  if (integer_field(packed, "rows", 0, INT64_MAX, what) != rows ||
      integer_field(packed, "columns", 0, INT64_MAX, what) != columns) {
    throw MessageError(std::string(what) + " has the wrong shape");
  }
  Matrix matrix(rows, columns);
  const std::span entries(matrix.data(), static_cast<std::size_t>(matrix.size()));
  const std::string text = text_field(packed, "float64", what);
  if (!from_base64(text, std::as_writable_bytes(entries)) || !matrix.allFinite()) {
    throw MessageError(std::string(what) + " is damaged");
  }
  return matrix;
}

}  // namespace dsne
