#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <string_view>

namespace dsne::data {

/// What a file is, where its first bytes show that it is of a kind that is not read, and what to do
/// with it: "a FreeSurfer volume (.mgz): convert it to .nii.gz with mri_convert". Compressed files
/// are known by what is in them.
/// @return "" for a file of any other kind, which a reader can tell of
std::string other_file_kind(const boost::filesystem::path& file);

/// The same of a file's first bytes, unpacked.
std::string other_kind(std::string_view bytes);

/// Whether a file is what computers leave in folders, and nobody's data: "._scan.nii.gz",
/// ".DS_Store", "Thumbs.db", "desktop.ini".
bool is_leftover(const std::string& name);

/// Whether a file holds JSON: its first character is a brace, or a bracket before one.
bool is_json_file(const boost::filesystem::path& file);

}  // namespace dsne::data
