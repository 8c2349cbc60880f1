#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "data/text_layout.h"

namespace dsne::data {

/// Which columns of a text table are read, counted from 0.
struct Columns {
  std::optional<std::size_t> id;
  std::optional<std::size_t> label;
  std::vector<std::size_t> features;  ///< at least one
};

/// The column with this name, or in a table without header with this number, counted from 1.
/// @param may_lack whether it is no error when it is not there
/// @param parameter how errors name the wish for it ("id_column")
/// @return nothing for the name "", or when it is not there and may lack
/// @throws InputError when it is not there and may not lack, or is there twice
std::optional<std::size_t> named_column(const TextLayout& layout, const std::string& name,
                                        bool may_lack, const std::string& parameter,
                                        const std::string& input);

/// Finds the columns that the format asks for.
/// @throws InputError when one is not there, is asked for twice, has no name in the header or
///   shares it with another one, or when there is no feature
Columns choose_columns(const TextLayout& layout, const TableFormat& format,
                       const std::string& input);

}  // namespace dsne::data
