#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "summary/site_summary.h"

namespace dsne::summary {

/// Where a site keeps a summary: `summary.csv` (arrays: `summary.npy` and `summary_names.json`) to
/// be shared, and `summary_private.json`, which never leaves. Another data set's files are
/// `summary_NAME.csv` and so on.
struct Place {
  fs::path folder;
  std::string data_set;  ///< letters, digits and `-`, or empty
};

/// Whether a data set may have this name.
bool is_data_set_name(const std::string& name);

/// The name of the file to be shared: "summary.csv".
std::string shared_name(const Place& place, bool array);

/// Reads a site's summary, after finishing what a crash left half done; nothing when none was made.
/// @throws InputError when one of the files is there without the other, or is not what was written
/// @throws StorageError when a file cannot be read or written
std::optional<SiteSummary> read_site_summary(const Place& place);

/// Writes a summary and what belongs to it. After a crash either the old or the new pair is what
/// read_site_summary finds: the new summary is first written under another name, then the private
/// file, which has its digest, and then the summary takes its name.
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
