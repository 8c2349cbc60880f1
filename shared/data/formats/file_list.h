#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "data/table.h"

namespace dsne::data {

/// A list of subjects with a file each.
struct FileList {
  std::vector<boost::filesystem::path> files;  ///< one per subject, each there
  std::vector<std::string> names;  ///< how errors name each file: "site_data row 5's file"
  Table subjects;  ///< without values yet; ids are all different, the files' names by default
};

/// Finds the cell of a row, from 0, that names a subject's file, by its ending: .nii, .nii.gz,
/// .npy, .csv, .tsv, .txt, .json or that of another image format. It is the first cell, with such
/// an ending or the name of a file in the folder; a later cell with such an ending after an index;
/// or one with such an ending whose file exists, unless a decimal number precedes it. Returns
/// nothing for a row of a table of measures.
std::optional<std::size_t> file_column(const std::vector<std::string>& row,
                                       const boost::filesystem::path& folder);

/// Returns whether a file's name is an image's: it ends in .nii or .nii.gz.
bool is_image_name(const std::string& name);

/// Returns whether it is an image's in any format, also in those that we do not read: .mgz, .gii,
/// .hdr, .img, .dcm, …
bool is_any_image_name(const std::string& name);

/// Reads a text table (open_text) that names a file per subject in the table's own folder
/// (file_column of the first row of data). Other columns may hold ids and labels; the rest is
/// ignored. A first row without a file's name is the header. Only the last part of a path is used;
/// accents may be composed or not. Rows that name a leftover (is_leftover) are skipped.
/// @throws InputError naming the row when a cell names no file, naming all rows whose files are
///   missing, when two rows name one file, a column that the format asks for is missing, or two
///   subjects have the same id
FileList read_file_list(const boost::filesystem::path& list, const Source& source,
                        const TableFormat& format);

/// Lists the images of a folder by name; a subject's id is its file's name. Skips hidden files and
/// leftovers.
/// @throws InputError when there is none, saying what its files are if known
FileList images_in_folder(const boost::filesystem::path& folder, const Source& source);

/// Returns a list of one subject's file.
FileList one_file(const boost::filesystem::path& file, const Source& source);

/// Returns a path's last part, also of Windows paths, because lists often hold paths from another
/// computer.
std::string last_part(const std::string& path);

/// Finds files of a folder by names as people write them.
class ListedFiles {
 public:
  explicit ListedFiles(boost::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Returns the file with this name in the folder itself, with accents composed or not; nothing if
  /// there is none, or the name is not plain.
  std::optional<boost::filesystem::path> find(const std::string& name);

 private:
  void list();

  boost::filesystem::path folder_;
  std::map<std::string, boost::filesystem::path> composed_;
};

}  // namespace dsne::data
