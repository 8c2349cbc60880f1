#include "core/json.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/digest.h"
#include "core/errors.h"

namespace dsne {
namespace {

static_assert(std::endian::native == std::endian::little, "pack writes little-endian numbers");

constexpr const char* out_of_bounds = "must be within 1e100 of 0";

[[noreturn]] void reject(std::string_view what, const std::string& name, const std::string& why) {
  throw MessageError(std::string(what) + ": " + name + " " + why);
}

double finite_number(const Json& value, const std::string& name, std::string_view what) {
  if (!value.is_number()) reject(what, name, "must hold numbers");
  const auto number = value.get<double>();
  if (!(std::abs(number) <= largest_number)) reject(what, name, out_of_bounds);
  return number;
}

bool is_integer_in(const Json& value, std::int64_t least, std::int64_t most) {
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() || value.get<std::uint64_t>() <= INT64_MAX);
  return fits && value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most;
}

std::string range_text(std::int64_t least, std::int64_t most) {
  return " from " + std::to_string(least) + " to " + std::to_string(most);
}

Matrix matrix_of(const Json& value, const std::string& name, Eigen::Index rows,
                 Eigen::Index columns, std::string_view what) {
  const std::string shape =
      "must be " + std::to_string(rows) + " rows of " + std::to_string(columns) + " packed numbers";
  if (!is_packed(value) || value["rows"] != rows || value["columns"] != columns) {
    reject(what, name, shape);
  }
  const auto& text = value["float64"].get_ref<const std::string&>();
  // A sender must not make us allocate more memory than its text fills.
  if (text.size() / sizeof(double) < static_cast<std::size_t>(rows * columns)) {
    reject(what, name, shape);
  }
  Matrix matrix(rows, columns);
  const std::span entries(matrix.data(), static_cast<std::size_t>(matrix.size()));
  if (!from_base64(text, std::as_writable_bytes(entries))) reject(what, name, shape);
  // Also rejects NaN.
  if (!(matrix.array().abs() <= largest_number).all()) reject(what, name, out_of_bounds);
  return matrix;
}

template <typename Values>
void require_finite(const Values& values) {
  if (!values.allFinite()) throw Error("a result is not a finite number");
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
  if (!is_integer_in(value, least, most)) {
    reject(what, name, "must be a whole number" + range_text(least, most));
  }
  return value.get<std::int64_t>();
}

std::vector<std::int64_t> integers_field(const Json& object, const std::string& name,
                                         std::int64_t least, std::int64_t most,
                                         std::string_view what) {
  const Json& value = field(object, name, what);
  const bool fits = value.is_array() && std::ranges::all_of(value, [&](const Json& n) {
                      return is_integer_in(n, least, most);
                    });
  if (!fits) reject(what, name, "must hold whole numbers" + range_text(least, most));
  return value.get<std::vector<std::int64_t>>();
}

std::vector<std::int64_t> integers_field(const Json& object, const std::string& name,
                                         Eigen::Index size, std::int64_t least, std::int64_t most,
                                         std::string_view what) {
  std::vector<std::int64_t> numbers = integers_field(object, name, least, most, what);
  if (std::ssize(numbers) != size) {
    reject(what, name, "must be " + std::to_string(size) + " whole numbers");
  }
  return numbers;
}

double number_field(const Json& object, const std::string& name, std::string_view what) {
  return finite_number(field(object, name, what), name, what);
}

Matrix matrix_field(const Json& object, const std::string& name, Eigen::Index rows,
                    Eigen::Index columns, std::string_view what) {
  return matrix_of(field(object, name, what), name, rows, columns, what);
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
  const bool fits = value.is_array() && value.size() == static_cast<std::size_t>(size) &&
                    std::ranges::all_of(value, [](const Json& item) { return item.is_string(); });
  if (!fits) reject(what, name, "must be " + std::to_string(size) + " texts");
  return value.get<std::vector<std::string>>();
}

std::vector<std::string> texts_field(const Json& object, const std::string& name,
                                     std::string_view what) {
  const Json& texts = field(object, name, what);
  const auto size = texts.is_array() ? std::ssize(texts) : -1;
  return labels_field(object, name, size, what);
}

Json json_array(const RowVector& vector) {
  require_finite(vector);
  return Json(std::vector<double>(vector.begin(), vector.end()));
}

Json pack(const Matrix& matrix) {
  require_finite(matrix);
  const std::span entries(matrix.data(), static_cast<std::size_t>(matrix.size()));
  return {{"rows", matrix.rows()},
          {"columns", matrix.cols()},
          {"float64", to_base64(std::as_bytes(entries))}};
}

Matrix unpack(const Json& packed) {
  constexpr std::string_view what = "a kept matrix";
  const auto size = [&](const char* name) {
    return integer_field(packed, name, 0, INT32_MAX, what);
  };
  return matrix_of(packed, "float64", size("rows"), size("columns"), what);
}

bool is_packed(const Json& value) {
  return value.contains("rows") && value["rows"].is_number_integer() && value.contains("columns") &&
         value["columns"].is_number_integer() && value.contains("float64") &&
         value["float64"].is_string();
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

namespace {

/// Shorter strings are left to the library, which looks at each character.
constexpr std::size_t long_text = 64;

/// Returns whether a JSON text needs no escapes: ASCII, no quote, backslash or control character.
bool is_plain(std::string_view text) {
  // Works on bytes and has no early exit, so that compilers vectorize it.
  unsigned char other = 0;
  for (const char character : text) {
    const auto c = static_cast<unsigned char>(character);
    other |= static_cast<unsigned char>((c < ' ') | (c > '~') | (c == '"') | (c == '\\'));
  }
  return other == 0;
}

bool is_long_and_plain(std::string_view text) { return text.size() >= long_text && is_plain(text); }

/// Returns the position of the closing quote of the string that begins at `quote`, or the text's
/// end.
std::size_t end_of_string(std::string_view text, std::size_t quote) {
  std::size_t from = quote + 1;
  for (;;) {
    const std::size_t end = text.find('"', from);
    if (end == std::string_view::npos) return text.size();
    std::size_t backslashes = 0;
    while (text[end - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return end;
    from = end + 1;
  }
}

/// Returns whether a string is followed by a colon, that is, names a member.
bool names_member(std::string_view text, std::size_t end_of_string) {
  const std::size_t next = text.find_first_not_of(" \t\r\n", end_of_string + 1);
  return next != std::string_view::npos && text[next] == ':';
}

/// A string that was cut out of a document.
struct LeftOut {
  std::size_t number = 0;  ///< counts all strings before it, names included
  std::string_view text;
};

/// A document with its long plain strings emptied.
struct Shortened {
  std::string text;
  std::vector<LeftOut> left_out;
};

/// Empties the long plain strings. A plain string may hold anything, so the short text is JSON if
/// and only if the whole one is, with the same strings in the same order.
Shortened shortened(std::string_view text) {
  Shortened result;
  std::size_t copied = 0;
  std::size_t number = 0;
  for (std::size_t quote = text.find('"'); quote < text.size(); ++number) {
    const std::size_t end = end_of_string(text, quote);
    const std::string_view content = text.substr(quote + 1, end - quote - 1);
    if (is_long_and_plain(content) && !names_member(text, end)) {
      result.text.append(text.substr(copied, quote + 1 - copied));
      result.left_out.push_back({number, content});
      copied = end;
    }
    quote = text.find('"', end + 1);
  }
  result.text.append(text.substr(std::min(copied, text.size())));
  return result;
}

void append(const std::string& text, std::string& out) {
  if (is_plain(text)) {
    out.append(1, '"').append(text).append(1, '"');
  } else {
    out += Json(text).dump(-1, ' ', true);
  }
}

bool holds_text(const Json& array) {
  return std::ranges::any_of(
      array, [](const Json& item) { return item.is_structured() || item.is_string(); });
}

void append(const Json& value, std::string& out) {
  char before = '{';
  if (value.is_string()) {
    append(value.get_ref<const std::string&>(), out);
  } else if (value.is_object()) {
    for (const auto& [name, item] : value.items()) {
      out += std::exchange(before, ',');
      append(name, out);
      out += ':';
      append(item, out);
    }
    out += value.empty() ? "{}" : "}";
  } else if (value.is_array() && holds_text(value)) {
    before = '[';
    for (const Json& item : value) {
      out += std::exchange(before, ',');
      append(item, out);
    }
    out += ']';
  } else {
    out += value.dump(-1, ' ', true);
  }
}

}  // namespace

bool nests_too_deeply(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' || c == '{') {
      if (++depth > max_nested) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == '"') {
      i = end_of_string(text, i);
    }
  }
  return false;
}

std::optional<Json> parse_json(std::string_view text) {
  const Shortened document = shortened(text);
  auto next = document.left_out.begin();
  std::size_t number = 0;
  const auto put_back = [&](int, Json::parse_event_t event, Json& value) {
    const bool is_text = event == Json::parse_event_t::value && value.is_string();
    if (is_text && next != document.left_out.end() && next->number == number) {
      value = std::string(next->text);
      ++next;
    }
    if (is_text || event == Json::parse_event_t::key) ++number;
    return true;
  };
  Json parsed = Json::parse(document.text, put_back, false);
  if (parsed.is_discarded()) return std::nullopt;
  return parsed;
}

std::string to_ascii(const Json& document) {
  std::string text;
  append(document, text);
  return text;
}

}  // namespace dsne
