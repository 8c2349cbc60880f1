#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>

#include "core/errors.h"
#include "core/matrix.h"

namespace dsne::data {

/// Returns whether the stream starts with the magic bytes of NumPy's `.npy` format.
bool is_npy(std::istream& in);

/// The treatment of infinities in an array.
enum class Infinities { refused, kept };

/// Reads a `.npy` array (versions 1 to 3) from the beginning of the stream. One dimension becomes
/// one column; NaN stays NaN. Integers beyond 2^53 are rounded to a double.
/// @throws InputError when the header is malformed, the array has another type than float16,
///   float32, float64, (u)int8 to (u)int64 or bool, does not have one or two dimensions, has no
///   element, another size than its header says, or a refused infinity (naming row and column)
Matrix read_npy(std::istream& in, const Source& source,
                Infinities infinities = Infinities::refused);

/// Decodes numbers of one type, stored contiguously, to doubles. Integers beyond 2^53 are rounded.
struct BinaryNumber {
  std::size_t size = 0;  ///< bytes of one number
  double (*decode)(const unsigned char* bytes, bool swapped) = nullptr;
  bool swapped = false;  ///< they are in the other byte order than this machine's

  /// Decodes `size` bytes, which need not be aligned.
  double operator()(const unsigned char* bytes) const { return decode(bytes, swapped); }
};

/// Returns the decoder of a type in NumPy's short form: f2, f4, f8, i1, i2, i4, i8, u1, u2, u4, u8.
/// @return nothing for other types
std::optional<BinaryNumber> binary_number(const std::string& type, boost::endian::order order);

}  // namespace dsne::data
