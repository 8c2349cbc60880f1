#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "summary/site_summary.h"

namespace dsne::summary {

/// The location of a site's summary: `summary.csv` (arrays: `summary.npz`), which is shared, and
/// `summary_private.json`, which never leaves. Another data set has the files `summary_NAME.csv`
/// and so on.
struct Place {
  fs::path folder;
  std::string data_set;  ///< letters, digits and `-`, or empty
};

/// Returns whether a data set may have this name.
bool is_data_set_name(const std::string& name);

/// Returns the name of the shared file: "summary.csv".
std::string shared_name(const Place& place, bool array);

/// Returns whether a summary of arrays lies there as versions before 0.3.0 wrote it, in two files.
/// write_site_summary makes one of them.
bool is_in_two_files(const Place& place);

/// Reads a site's summary. Finishes an interrupted write first. Returns nothing when none was made.
/// @throws InputError when one of the files is missing, or is not what was written
/// @throws StorageError when a file cannot be read or written
std::optional<SiteSummary> read_site_summary(const Place& place);

/// Writes a summary and its private file. After a crash read_site_summary finds either the old or
/// the new pair: the new summary is written under another name, then the private file with its
/// digest, and then the summary is renamed.
/// @throws StorageError when a file cannot be written
void write_site_summary(const Place& place, const SiteSummary& site);

/// What a site keeps in a folder of the summary that has these measures and rows; it may have been
/// sent without verdicts or covariates. A file that cannot be read counts as not there.
std::optional<Kept> find_kept(const fs::path& folder, const Summary& sent);

/// What a private file holds.
struct KeptFile {
  Kept kept;
  std::string summary_digest;
};

/// Reads the private files in a folder, which are known by their content, by their files' names.
/// @throws InputError when a file with a private file's name is damaged
std::map<std::string, KeptFile> read_private_files(const fs::path& folder);

/// Returns the name of the page about a place's summary: "summary.html".
std::string page_name(const Place& place);

/// Returns the name of a place's private file.
std::string private_name(const Place& place);

/// Returns the place of a private file by its name; nothing where it is no private file's name.
std::optional<Place> place_of(const fs::path& folder, const std::string& private_name);

/// Returns whether a file of this name is a summary that was being written.
bool is_unfinished(const std::string& name);

/// Whether a summary's file has this content.
bool has_content(const KeptFile& file, const std::string& content);

}  // namespace dsne::summary
