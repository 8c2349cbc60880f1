#pragma once

#include <optional>
#include <string>

#include "core/files.h"
#include "summary/summary.h"

namespace dsne::summary {

/// Returns the one file that the site shares: summary_csv, or of images, matrices and series a
/// `.npz` with two arrays. `rows` has the columns of summary_csv but `row`; its last row is the
/// spread, with 0 for subjects and share. `columns` has their names, and `site` the site's name,
/// where it has one. The same summary gives the same bytes.
/// @pre an array has no covariates
std::string shared_text(const Summary& summary);

/// Reads shared_text, which comes from another node. The content decides which form it has; a
/// `.npz` must have exactly the bytes that shared_text writes.
/// @throws InputError as parse_summary_csv does, or when it is longer than largest_summary
Summary parse_shared_text(const std::string& text, const std::string& input);

/// Reads the file of shared_text.
/// @param input names the file in errors
/// @return nothing when the file holds `{}`, that is, no summary
/// @throws InputError when it is no summary, StorageError when it cannot be read
std::optional<Summary> read_shared_summary(const fs::path& file, const std::string& input);

/// Returns whether a file begins like a summary, of any version. A file that cannot be read does
/// not.
bool begins_like_summary(const fs::path& file);

/// Returns the text of shared_text as a message carries it: a `.npz` as base64.
std::string message_text(const std::string& shared);

/// Reads message_text. @throws InputError when it is not base64
std::string shared_text_in_message(const std::string& message, const std::string& input);

/// Returns the path of the JSON with the names of an array that an earlier version wrote.
fs::path earlier_names(const fs::path& array);

/// Reads a summary of arrays as versions before 0.3.0 wrote it: `.npy` rows, and JSON with the
/// names.
/// @throws InputError as parse_summary_csv does
Summary parse_earlier_array(const std::string& array, const std::string& names,
                            const std::string& input);

}  // namespace dsne::summary
