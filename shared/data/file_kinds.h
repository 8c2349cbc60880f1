#pragma once

#include <string>
#include <string_view>

namespace dsne::data {

/// Refuses a file that is no text table, by how it begins: a workbook, a page, a statistics
/// program's file, an archive, an image, a pointer to content that is elsewhere, …
/// @param start the file's first bytes, a few hundred at least if it has them
/// @param input how errors name the file
/// @throws InputError saying what the file is and what to do
void refuse_other_kinds(std::string_view start, const std::string& input);

}  // namespace dsne::data
