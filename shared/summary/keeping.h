#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "summary/site_summary.h"

namespace dsne::summary {

/// The location of a site's summary: `summary.csv` (arrays: `summary.npy` and
/// `summary_names.json`), which is shared, and `summary_private.json`, which never leaves. Another
/// data set has the files `summary_NAME.csv` and so on.
struct Place {
  fs::path folder;
  std::string data_set;  ///< letters, digits and `-`, or empty
};

/// Returns whether a data set may have this name.
bool is_data_set_name(const std::string& name);

/// Returns the name of the shared file: "summary.csv".
std::string shared_name(const Place& place, bool array);

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

/// The summaries of other data sets in a row of which this person is, by their files' names.
/// @throws InputError when one's private file is damaged
std::vector<std::string> other_data_sets_with(const Place& place, const std::string& person);

/// Checks that no person of the records is in another data set's summary of the same measures.
/// @throws InputError when one is, or when a summary is there without its private file
void check_other_data_sets(const Place& place, const Kept& kept, const Records& records);

}  // namespace dsne::summary
