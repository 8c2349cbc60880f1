#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// Returns the values as a `.npy` array of float64.
std::string npy_of(const Matrix& values);

/// Returns names as a `.npy` array of texts, one per name. @param names UTF-8 without NUL
std::string npy_of(const std::vector<std::string>& names);

/// Returns the names of npy_of. Does not check the header: whoever needs it compares the bytes with
/// those of npy_of.
/// @return nothing when the text cannot hold so many names
std::optional<std::vector<std::string>> names_in_npy(std::string_view text, std::size_t count);

/// A `.npy` array under its name in a `.npz`.
struct NamedArray {
  std::string name;
  std::string npy;
};

/// Returns NumPy's `.npz` of the arrays: a zip without compression and without dates, so the same
/// arrays give the same bytes. @param arrays together below 4 GB
std::string npz_of(const std::vector<NamedArray>& arrays);

/// Returns whether a text begins like a `.npz`.
bool is_npz(std::string_view text);

/// Reads the bytes of npz_of, and no other zip.
/// @return nothing when they are not exactly what npz_of writes
std::optional<std::vector<NamedArray>> arrays_in_npz(std::string_view text);

}  // namespace dsne::data
