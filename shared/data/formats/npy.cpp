#include "data/formats/npy.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <boost/algorithm/string/replace.hpp>
#include <boost/endian/conversion.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "data/cell.h"

namespace dsne::data {
namespace {

using Eigen::Index;
namespace endian = boost::endian;

constexpr std::string_view magic = "\x93NUMPY";

/// The header of a `.npy` file: a Python dictionary with these three keys.
struct NpyHeader {
  std::string type;  ///< byte order, kind and item size, as in "<f8"
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Parses the header's text; the keys may be in any order.
/// @throws InputError when it is malformed, or the type is a structure
NpyHeader parse_npy_header(std::string text, const Source& source) {
  const auto keys = std::ranges::count(text, ':');
  // In JSON's form.
  for (const auto& [python, json] :
       {std::pair("'", "\""), {"(", "["}, {")", "]"}, {"False", "false"}, {"True", "true"}}) {
    boost::algorithm::replace_all(text, python, json);
  }
  for (std::size_t at = text.find(','); at != std::string::npos; at = text.find(',', at + 1)) {
    const std::size_t next = text.find_first_not_of(" \n", at + 1);
    if (next != std::string::npos && (text[next] == '}' || text[next] == ']')) text[at] = ' ';
  }
  const Json header = nests_too_deeply(text) ? Json() : parse_json(text).value_or(Json());
  const auto value = [&](const char* key) {
    return header.is_object() ? header.value(key, Json()) : Json();
  };
  const Json type = value("descr");
  if (type.is_array()) {
    source.refuse(
        ": the .npy array has named fields, which are not supported: save its "
        "numbers as a plain array");
  }
  const Json order = value("fortran_order");
  const Json shape = value("shape");
  if (header.size() != 3 || keys != 3 || !type.is_string() || !order.is_boolean() ||
      !shape.is_array() || !std::ranges::all_of(shape, &Json::is_number_unsigned)) {
    source.refuse(": the .npy header is malformed");
  }
  return {type, order, shape};
}

double decode_bool(const unsigned char* item, bool /*swapped*/) { return *item == 0 ? 0 : 1; }

BinaryNumber find_item_type(const std::string& type, const Source& source) {
  const char byte_order = type.empty() ? ' ' : type.front();
  const std::string name = type.substr(type.empty() ? 0 : 1);
  const auto order = byte_order == '>' ? endian::order::big : endian::order::little;
  const std::optional<BinaryNumber> found =
      name == "b1" ? BinaryNumber{1, decode_bool} : binary_number(name, order);
  const bool ordered = byte_order == '<' || byte_order == '>';
  if (!found || !(ordered || (byte_order == '|' && found->size == 1))) {
    source.refuse(
        ": the .npy type is not supported (float16, float32, float64, 8 to 64 "
        "bit integers and bool are): save it with astype(float)");
  }
  return *found;
}

std::size_t bytes_left(std::istream& in) {
  const auto here = in.tellg();
  in.seekg(0, std::ios::end);
  const auto end = in.tellg();
  in.seekg(here);
  return static_cast<std::size_t>(end - here);
}

void read_bytes(std::istream& in, char* bytes, std::size_t count, const Source& source) {
  in.read(bytes, static_cast<std::streamsize>(count));
  if (!in) source.refuse(": the .npy file is truncated");
}

NpyHeader read_header(std::istream& in, const Source& source) {
  constexpr std::size_t longest = 65536;
  std::array<char, 8> start{};
  read_bytes(in, start.data(), start.size(), source);
  const char version = start[6];
  if (version < 1 || version > 3) {
    source.refuse(": the .npy version is not supported (1 to 3 are)");
  }
  std::array<unsigned char, 4> bytes{};
  read_bytes(in, reinterpret_cast<char*>(bytes.data()), version == 1 ? 2 : 4, source);
  const std::size_t length = endian::load_little_u32(bytes.data());
  if (length > longest) source.refuse(": the .npy header is malformed");
  std::string text(length, ' ');
  read_bytes(in, text.data(), length, source);
  return parse_npy_header(text, source);
}

/// Checks the shape against the available bytes, so that no more is allocated.
void check_size(const NpyHeader& header, std::size_t item_size, std::size_t bytes,
                const Source& source) {
  if (header.shape.empty() || header.shape.size() > 2) {
    source.refuse(": the .npy array has " + std::to_string(header.shape.size()) +
                  " dimensions instead of 1 or 2: save an array for each subject");
  }
  if (std::ranges::count(header.shape, std::size_t{0}) > 0) {
    source.refuse("is empty");
  }
  std::size_t items = 1;
  for (const std::size_t extent : header.shape) {
    if (extent > bytes / item_size / items) {
      source.refuse(": the .npy file is truncated");
    }
    items *= extent;
  }
  if (bytes != items * item_size) {
    source.refuse(": the .npy file goes on behind its array");
  }
}

void read_values(std::istream& in, const BinaryNumber& type, bool fortran_order, Matrix& values,
                 Infinities infinities, const Source& source) {
  constexpr Index block = 65536;
  std::vector<unsigned char> bytes(static_cast<std::size_t>(block) * type.size);
  const Index inner = fortran_order ? values.rows() : values.cols();
  for (Index begin = 0; begin < values.size(); begin += block) {
    const Index count = std::min(block, values.size() - begin);
    read_bytes(in, reinterpret_cast<char*>(bytes.data()),
               static_cast<std::size_t>(count) * type.size, source);
    for (Index k = 0; k < count; ++k) {
      const double value = type(bytes.data() + static_cast<std::size_t>(k) * type.size);
      const Index major = (begin + k) / inner;
      const Index minor = (begin + k) % inner;
      const Index row = fortran_order ? minor : major;
      const Index column = fortran_order ? major : minor;
      values(row, column) = value;
      if (infinities == Infinities::kept) continue;
      checked_value(value, source, static_cast<std::size_t>(row) + 1,
                    static_cast<std::size_t>(column) + 1);
    }
  }
}

template <class T>
double decode(const unsigned char* bytes, bool swapped) {
  std::array<unsigned char, sizeof(T)> own{};
  std::copy_n(bytes, sizeof(T), own.begin());
  if (swapped) std::ranges::reverse(own);
  return static_cast<double>(std::bit_cast<T>(own));
}

}  // namespace

bool is_npy(std::istream& in) {
  std::string start(magic.size(), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  const bool found = in && start == magic;
  in.clear();
  in.seekg(0);
  return found;
}

Matrix read_npy(std::istream& in, const Source& source, Infinities infinities) {
  const NpyHeader header = read_header(in, source);
  const BinaryNumber type = find_item_type(header.type, source);
  check_size(header, type.size, bytes_left(in), source);
  Matrix values(static_cast<Index>(header.shape.front()),
                header.shape.size() == 1 ? Index{1} : static_cast<Index>(header.shape.back()));
  read_values(in, type, header.fortran_order, values, infinities, source);
  return values;
}

std::optional<BinaryNumber> binary_number(const std::string& type, endian::order order) {
  static const std::map<std::string, BinaryNumber> types = {
      {"f2", {2, decode<Eigen::half>}},   {"f4", {4, decode<float>}},
      {"f8", {8, decode<double>}},        {"i1", {1, decode<std::int8_t>}},
      {"u1", {1, decode<std::uint8_t>}},  {"i2", {2, decode<std::int16_t>}},
      {"u2", {2, decode<std::uint16_t>}}, {"i4", {4, decode<std::int32_t>}},
      {"u4", {4, decode<std::uint32_t>}}, {"i8", {8, decode<std::int64_t>}},
      {"u8", {8, decode<std::uint64_t>}}};
  const auto found = types.find(type);
  if (found == types.end()) return std::nullopt;
  return BinaryNumber{found->second.size, found->second.decode, order != endian::order::native};
}

}  // namespace dsne::data
