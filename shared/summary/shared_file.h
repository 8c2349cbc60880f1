#pragma once

#include <optional>
#include <string>

#include "core/files.h"
#include "summary/summary.h"

namespace dsne::summary {

/// A summary as it was given to others.
struct SharedSummary {
  Summary summary;
  bool array = false;  ///< of images, matrices, series: an array with names beside it
};

/// Reads a summary that a site shares: `summary.csv`, or `summary.npy` with `summary_names.json` in
/// the same folder, told apart by content.
/// @param input how errors name the file
/// @return nothing when the file holds `{}`, which is no summary
/// @throws InputError when it is not such a file, StorageError when it cannot be read
std::optional<SharedSummary> read_shared_summary(const fs::path& file, const std::string& input);

/// The summary as one text, as it travels to the coordinator: summary_csv, or of an array JSON
/// {"array": the .npy as base64, "bytes": its length, "names": summary_names.json}. The same
/// summary gives the same bytes.
std::string travel_text(const SharedSummary& shared);

/// Reads the text of travel_text, which comes from another node.
/// @throws InputError as parse_summary_csv and parse_summary_array do
SharedSummary parse_travel_text(const std::string& text, const std::string& input);

}  // namespace dsne::summary
