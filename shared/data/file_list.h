#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// Subjects that have a file each.
struct FileList {
  std::vector<boost::filesystem::path> files;  ///< one per subject, each there
  std::vector<std::string> names;   ///< how errors name each file: "site_data row 5's file"
  std::vector<std::string> ids;     ///< one per subject, all different; the file's name by default
  std::vector<std::string> labels;  ///< one per subject ("" where missing); empty without labels
  std::vector<std::size_t> rows;    ///< where each subject stands in the list, from 1
  std::size_t leftovers = 0;        ///< files that computers leave behind (is_leftover), left out
};

/// Whether a text is to be taken for the name of a subject's file: it ends in .nii, .nii.gz, .npy,
/// .csv, .tsv, .txt or .json, or as another format of images, whether or not there is such a file,
/// or there is one in the folder.
bool names_file(const std::string& text, const boost::filesystem::path& folder);

/// Whether a file's name is that of an image: it ends in .nii or .nii.gz.
bool is_image_name(const std::string& name);

/// Whether it is that of an image in a format that is not read: .mgz, .gii, .hdr, .img, .dcm, …
bool is_other_image_name(const std::string& name);

/// Reads a text table whose first column names a file per subject in the table's own folder, and
/// whose other columns may hold ids and labels; whatever else it holds is not read. A first row
/// whose first cell does not name a file (names_file) is the header. Names may have their accents
/// composed or not (composed_name).
/// @throws InputError naming the row when a name is not that of a file in the folder, when a column
///   that the format asks for is not there, or two subjects have the same id
FileList read_file_list(const boost::filesystem::path& list, const std::string& input,
                        const TableFormat& format);

/// The images in a folder, in the order of their names' bytes; `rows` counts them from 1.
/// @throws InputError when there is none
FileList images_in_folder(const boost::filesystem::path& folder, const std::string& input);

/// One subject, whose file this is.
FileList one_file(const boost::filesystem::path& file, const std::string& input);

/// A table with ids, labels and rows of the list, and no features yet.
Table table_of(const FileList& list);

}  // namespace dsne::data
