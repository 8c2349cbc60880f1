#pragma once

#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <fstream>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/errors.h"
#include "core/json.h"

namespace dsne::data {

/// Returns a name with its accents composed (Unicode's NFC): "ü" as one character, even if written
/// as "u" and two dots, as on macOS. Returns a name that is not UTF-8 unchanged.
std::string composed_name(const std::string& name);

/// Returns whether a text without NUL bytes is UTF-8.
bool is_utf8(std::string_view text);

/// Returns a text of another character set, as iconv calls it, in UTF-8; nothing where it is none.
std::optional<std::string> converted(std::string_view text, const char* charset);

/// Parses JSON as Python writes it, with NaN for null and Infinity for a number too large to be
/// read. @return nothing when it is none, or nests too deeply
std::optional<Json> parse_python_json(std::string_view text);

/// Returns a table in JSON as CSV, the names first: a list of records, a record per line, lists or
/// objects by column, an object by row, or pandas' split and table (DataFrame.to_json); also where
/// it is the only list of records in an object (QSIPrep's dwiqc.json). Members of members get names
/// such as "bids_meta.task_id", and lists stay lists.
/// @return nothing for other JSON, such as one scan's measures
std::optional<std::string> json_table(std::string_view text);

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

  /// Returns the first 64 KB.
  std::string start() const;
};

/// Opens a text file: plain or gzip, UTF-8 with or without byte order mark, UTF-16 or Windows-1252,
/// lines ending in LF, CR LF or CR. A table in JSON (json_table) becomes CSV. Reads plain UTF-8
/// from the file, everything else from memory.
/// @param source how errors name the file
/// @throws InputError when it cannot be opened, or is a file of another kind (a workbook, JSON,
///   PDF, …), saying which kind and what to do
TextInput open_text(const boost::filesystem::path& file, const Source& source);

}  // namespace dsne::data
