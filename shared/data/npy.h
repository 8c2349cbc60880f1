#pragma once

#include <istream>
#include <string>

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
Matrix read_npy(std::istream& in, const std::string& input,
                Infinities infinities = Infinities::refused);

}  // namespace dsne::data
