#pragma once

#include <boost/filesystem/path.hpp>
#include <fstream>
#include <string>

namespace dsne::data {

/// Opens the user's file for reading bytes.
/// @param input names the file in errors
/// @throws InputError when it is missing, not a regular file, or cannot be opened
std::ifstream open_input(const boost::filesystem::path& file, const std::string& input);

}  // namespace dsne::data
