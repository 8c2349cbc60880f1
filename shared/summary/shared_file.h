#pragma once

#include <optional>
#include <string>

#include "core/files.h"
#include "summary/summary.h"

namespace dsne::summary {

/// The files of a summary of images or matrices.
struct ArrayFiles {
  std::string array;  ///< `.npy`, float64: the columns of summary_csv but `row`; the last row is
                      ///< `spread`, with 0 for subjects and share
  std::string names;  ///< JSON: {"measures": names, or their number where they are 1, 2, …;
                      ///< "excluded": whether the last column is the share}
};

/// Returns the summary as an array and the names of its columns. @pre it has no covariates
ArrayFiles summary_array(const Summary& summary);

/// Reads the files of summary_array. @throws InputError as parse_summary_csv does
Summary parse_summary_array(const ArrayFiles& files, const std::string& input);

/// Reads a summary that a site shares: `summary.csv`, or `summary.npy` with `summary_names.json` in
/// the same folder. The content decides which.
/// @param input names the file in errors
/// @return nothing when the file holds `{}`, that is, no summary
/// @throws InputError when it is no summary, StorageError when it cannot be read
std::optional<Summary> read_shared_summary(const fs::path& file, const std::string& input);

/// Returns the summary as the text sent to the coordinator: summary_csv, or for arrays the JSON
/// {"array": the .npy as base64, "bytes": its length, "names": summary_names.json}. The same
/// summary gives the same bytes.
std::string travel_text(const Summary& summary);

/// Reads the text of travel_text from another node.
/// @throws InputError as parse_summary_csv and parse_summary_array do
Summary parse_travel_text(const std::string& text, const std::string& input);

}  // namespace dsne::summary
