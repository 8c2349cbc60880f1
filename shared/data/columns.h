#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "data/text_layout.h"

namespace dsne {

/// Which columns of a text table are read, counted from 0.
struct Columns {
  std::optional<std::size_t> id;
  std::optional<std::size_t> label;
  std::vector<std::size_t> features;  ///< at least one
};

/// Finds the columns that the format asks for.
/// @throws InputError when one is not there, is asked for twice, has no name in the header or
///   shares it with another one, or when there is no feature
Columns choose_columns(const TextLayout& layout, const TableFormat& format,
                       const std::string& input);

}  // namespace dsne
