#pragma once

#include <boost/filesystem/path.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "data/text_input.h"
#include "data/text_layout.h"

namespace dsne::tools::checking {

/// How a text table is written, for people.
struct TextView {
  std::string encoding = "UTF-8";
  bool packed = false;         ///< gzip
  std::string delimiter;       ///< "tab"
  bool decimal_comma = false;  ///< 1,5 is one and a half
  bool header = false;
  std::size_t first_row = 0;  ///< of the data, from 1
  std::size_t last_row = 0;
  std::size_t columns = 0;
  std::vector<std::string> id_columns;  ///< by name, or "column 1"; none when rows have no ids
  std::string label_column;
  std::string corner;  ///< the first row's first cells, where the table could not be read
};

/// How the reader's errors, which nobody sees here, name the table.
inline constexpr const char* table_name = "the table";

/// A delimiter for people: "tab".
std::string delimiter_name(char delimiter);

/// The delimiter that the reader finds.
char delimiter_of(const data::TextInput& text);

/// A column's name for people; "column 3" without one.
/// @param column from 0
std::string column_name(const data::TextLayout& layout, std::size_t column);

/// Looks at a text table in the way that the reader reads it.
/// @return nothing when it is an image, an array or no text
std::optional<TextView> view_text(const boost::filesystem::path& file,
                                  const data::TableFormat& format);

/// A cell that holds text in a column of numbers.
struct TextCell {
  std::size_t row = 0;
  std::string text;
};

/// All such cells of these columns (from 1), column by column.
std::vector<std::vector<TextCell>> text_cells(const boost::filesystem::path& file,
                                              const data::TableFormat& format,
                                              const std::vector<std::size_t>& columns);

}  // namespace dsne::tools::checking
