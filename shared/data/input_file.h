#pragma once

#include <boost/filesystem/path.hpp>
#include <fstream>
#include <string>

namespace dsne::data {

/// Opens a file that the user named, for reading bytes.
/// @param input how errors name the file
/// @throws InputError when it is missing, not a regular file, or cannot be opened
std::ifstream open_input(const boost::filesystem::path& file, const std::string& input);

}  // namespace dsne::data
