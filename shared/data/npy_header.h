#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// The header of a `.npy` file: a Python dictionary with these three keys.
struct NpyHeader {
  std::string type;  ///< byte order, kind and item size, as in "<f8"
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Parses the header's text strictly; the keys may be in any order.
/// @throws InputError when it is malformed, or the type is a structure
NpyHeader parse_npy_header(std::string_view text, const std::string& input);

}  // namespace dsne::data
