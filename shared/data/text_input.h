#pragma once

#include <boost/filesystem/path.hpp>
#include <fstream>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "core/errors.h"

namespace dsne::data {

/// Opens the user's file for reading bytes.
/// @param source names the file in errors
/// @throws InputError when it is missing, not a regular file, or cannot be opened
std::ifstream open_input(const boost::filesystem::path& file, const Source& source);

/// A text file converted to UTF-8 with lines that end in LF.
struct TextInput {
  std::unique_ptr<std::istream> stream;  ///< can be read several times (seekg)
  std::vector<std::string> notes;        ///< what was done: "unpacked (gzip)"
  char delimiter = 0;                    ///< from Excel's first line "sep=;"; 0 without one

  std::istream& operator*() const { return *stream; }
};

/// Opens a text file: plain or gzip, UTF-8 with or without byte order mark, UTF-16 or Windows-1252,
/// lines ending in LF, CR LF or CR. A table in JSON (json_table) becomes CSV. Reads plain UTF-8
/// from the file, everything else from memory.
/// @param source how errors name the file
/// @throws InputError when it cannot be opened, or is a file of another kind (a workbook, JSON,
///   PDF, …), saying which kind and what to do
TextInput open_text(const boost::filesystem::path& file, const Source& source);

}  // namespace dsne::data
