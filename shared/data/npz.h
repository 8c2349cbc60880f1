#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/matrix.h"

namespace dsne::data {

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
