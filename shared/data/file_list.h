#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// Subjects that have a file each.
struct FileList {
  std::vector<boost::filesystem::path> files;  ///< one per subject, each there
  std::vector<std::string> names;    ///< how errors name each file: "site_data row 5's file"
  std::vector<std::string> ids;      ///< one per subject, all different; the file's name by default
  std::vector<std::string> persons;  ///< as in Table
  std::vector<std::string> labels;   ///< one per subject ("" where missing); empty without labels
  std::vector<std::size_t> rows;     ///< where each subject stands in the list, from 1
  std::vector<std::string> notes;    ///< sentences: what was skipped or guessed
};

/// Whether a text is to be taken for the name of a subject's file: it ends in .nii, .nii.gz, .npy,
/// .csv, .tsv, .txt or .json, or as another format of images, whether or not there is such a file,
/// or there is one in the folder.
bool names_file(const std::string& text, const boost::filesystem::path& folder);

/// The cell of a row, from 0, that names a subject's file (names_file): the first one; behind an
/// index one that ends so; or one that ends so and is in the folder, unless a value with decimals
/// stands before it. Nothing in a row of a table of measures.
std::optional<std::size_t> file_column(const std::vector<std::string>& row,
                                       const boost::filesystem::path& folder);

/// Whether a file's name is that of an image: it ends in .nii or .nii.gz.
bool is_image_name(const std::string& name);

/// Whether it is that of an image in a format that is not read: .mgz, .gii, .hdr, .img, .dcm, …
bool is_other_image_name(const std::string& name);

/// Reads a text table (open_text) a column of which names a file per subject in the table's own
/// folder (file_column of the first row of data), and whose other columns may hold ids and labels;
/// whatever else it holds is not read. A first row without such a cell is the header. Of a path the
/// last part counts; names may have their accents composed or not. Rows that name what computers
/// leave in folders (is_leftover) are no subjects.
/// @throws InputError naming the row when a cell names no file, naming all rows whose files are not
///   in the folder, when two rows name one file, a column that the format asks for is not there, or
///   two subjects have the same id
FileList read_file_list(const boost::filesystem::path& list, const std::string& input,
                        const TableFormat& format);

/// The images of a folder, by name: a subject's id is its file's name. Hidden files and those that
/// computers leave in folders are none.
/// @throws InputError when there is none, saying what its files are, where that is known
FileList images_in_folder(const boost::filesystem::path& folder, const std::string& input);

/// One subject's file as a list of its own.
FileList one_file(const boost::filesystem::path& file, const std::string& input);

/// A table of the list's subjects that still lacks features and values.
Table table_of(const FileList& list);

}  // namespace dsne::data
