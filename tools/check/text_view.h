#pragma once

#include <boost/filesystem/path.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "data/text_input.h"
#include "data/text_layout.h"

namespace dsne::tools::checking {

/// A text table as it was read, for people.
struct TextView {
  std::string encoding = "UTF-8";
  bool packed = false;                  ///< gzip
  std::string delimiter;                ///< "tab"
  data::TextLayout layout;              ///< its first_row is 0 if the table could not be read
  std::vector<std::string> id_columns;  ///< by name, or "column 1"; empty if rows have no ids
  std::string label_column;
  std::string corner;  ///< the first cells of the first row, if the table could not be read
};

/// The table's name in the reader's errors, which nobody sees here.
inline constexpr const char* table_name = "the table";

/// Names a delimiter: "tab".
std::string delimiter_name(char delimiter);

/// Returns a column's name; "column 3" without one.
/// @param column from 0
std::string column_name(const data::TextLayout& layout, std::size_t column);

/// Examines a text table as the reader reads it.
/// @return nothing if it is an image, an array or not text
std::optional<TextView> view_text(const boost::filesystem::path& file,
                                  const data::TableFormat& format);

/// A cell with text in a column of numbers.
struct TextCell {
  std::size_t row = 0;
  std::string text;
};

/// Returns all such cells of these columns (from 0), by column.
std::vector<std::vector<TextCell>> text_cells(const boost::filesystem::path& file,
                                              const data::TableFormat& format,
                                              const std::vector<std::size_t>& columns);

}  // namespace dsne::tools::checking
