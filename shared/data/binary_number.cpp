#include "data/binary_number.h"

#include <Eigen/Core>
#include <cstdint>
#include <map>

namespace dsne::data {
namespace {

namespace endian = boost::endian;

template <class T, endian::order order>
double decode(const unsigned char* bytes) {
  return static_cast<double>(endian::endian_load<T, sizeof(T), order>(bytes));
}

template <endian::order order>
double decode_half(const unsigned char* bytes) {
  const auto bits = endian::endian_load<std::uint16_t, 2, order>(bytes);
  return static_cast<double>(Eigen::numext::bit_cast<Eigen::half>(bits));
}

template <endian::order order>
const std::map<std::string, BinaryNumber>& numbers() {
  static const std::map<std::string, BinaryNumber> types = {
      {"f2", {2, decode_half<order>}},           {"f4", {4, decode<float, order>}},
      {"f8", {8, decode<double, order>}},        {"i1", {1, decode<std::int8_t, order>}},
      {"u1", {1, decode<std::uint8_t, order>}},  {"i2", {2, decode<std::int16_t, order>}},
      {"u2", {2, decode<std::uint16_t, order>}}, {"i4", {4, decode<std::int32_t, order>}},
      {"u4", {4, decode<std::uint32_t, order>}}, {"i8", {8, decode<std::int64_t, order>}},
      {"u8", {8, decode<std::uint64_t, order>}}};
  return types;
}

}  // namespace

std::optional<BinaryNumber> binary_number(const std::string& type, endian::order order) {
  const auto& types = order == endian::order::big ? numbers<endian::order::big>()
                                                  : numbers<endian::order::little>();
  const auto found = types.find(type);
  if (found == types.end()) return std::nullopt;
  return found->second;
}

}  // namespace dsne::data
