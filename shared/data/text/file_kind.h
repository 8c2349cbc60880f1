#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <string_view>

namespace dsne::data {

/// Returns what a file is and what to do with it, if its first bytes show a kind that we do not
/// read: "a FreeSurfer volume (.mgz): convert it to .nii.gz with mri_convert". Looks into
/// compressed files.
/// @return "" for any other file
std::string other_file_kind(const boost::filesystem::path& file);

/// Returns this from a file's first bytes, unpacked.
std::string other_kind(std::string_view bytes);

/// Returns likewise what a text is where a table is expected, if each of its lines is a name and a
/// value: AFNI's review of a subject, YAML.
/// @return "" for any other text, and for fewer than three lines
std::string values_kind(std::string_view bytes);

/// Returns whether the first bytes are JSON's: a brace, or a bracket before one.
bool begins_with_json(std::string_view bytes);

/// Returns whether a file is a system's leftover and nobody's data: "._scan.nii.gz", ".DS_Store",
/// "Thumbs.db", "desktop.ini".
bool is_leftover(const std::string& name);

/// Returns whether a file begins_with_json.
bool is_json_file(const boost::filesystem::path& file);

}  // namespace dsne::data
