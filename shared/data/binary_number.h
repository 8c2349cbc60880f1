#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <optional>
#include <string>

namespace dsne::data {

/// Decodes numbers of one type, stored contiguously, to doubles. Integers beyond 2^53 are rounded.
struct BinaryNumber {
  std::size_t size;                              ///< bytes of one number
  double (*decode)(const unsigned char* bytes);  ///< decodes `size` bytes; need not be aligned
};

/// Returns the decoder of a type in NumPy's short form: f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8.
/// @return nothing for other types
std::optional<BinaryNumber> binary_number(const std::string& type, boost::endian::order order);

}  // namespace dsne::data
