#pragma once

#include <string>
#include <vector>

#include "core/files.h"

namespace dsne {

/// Reads the names of a text table's columns from its first row that is not blank.
/// @throws InputError when the file cannot be read or is empty
std::vector<std::string> column_names(const fs::path& file, const std::string& input);

/// Reads the text of some columns: for each row of data one cell per name.
/// @param names of the columns in the header
/// @param input how errors name the file
/// @throws InputError when the file cannot be read, has no such column, or a cell of one is not
///   UTF-8
std::vector<std::vector<std::string>> read_text_columns(const fs::path& file,
                                                        const std::vector<std::string>& names,
                                                        const std::string& input);

/// Reads the labels of one column, "" for none (see label_text).
/// @throws InputError as read_text_columns
std::vector<std::string> read_label_column(const fs::path& file, const std::string& name,
                                           const std::string& input);

}  // namespace dsne
