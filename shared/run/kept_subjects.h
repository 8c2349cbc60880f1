#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "data/formats/decisions.h"
#include "data/formats/scan_history.h"
#include "data/table.h"

namespace dsne::run {

/// A site reads its inputs once, when the run begins: the coordinator's files arrive in the folder
/// that they are in. What it read it keeps in private files of its output folder until its report
/// is written. Then the report's receipt takes their place, so that its step can be repeated.

/// A site's subjects as read, before features are chosen and missing values filled.
struct KeptSubjects {
  data::Table table;
  std::vector<std::string> thumbnails;  ///< a PNG file's content per row; none without images
  data::ScanHistory history;            ///< empty without dates
};

/// Writes the files, replacing an earlier run's.
/// @return a digest of the table, for read_kept_table
/// @throws StorageError when one cannot be written
std::string keep_subjects(const KeptSubjects& subjects, const fs::path& output);

/// Reads the kept table.
/// @throws InputError when it is missing, or has another digest
data::Table read_kept_table(const fs::path& output, const std::string& digest);

/// Reads the thumbnails, and the dates and scanners, that were kept beside the table with this
/// digest; returns none if the file is missing or damaged.
std::vector<std::string> read_kept_thumbnails(const fs::path& output, const std::string& digest);
data::ScanHistory read_kept_history(const fs::path& output, const std::string& digest);

/// Marks the files as in use.
void touch_kept_subjects(const fs::path& output);

/// Removes the files.
void forget_kept_subjects(const fs::path& output);

/// Replaces the files by a receipt of the site's report, which has been written.
/// @param step identifies the report's step
/// @throws StorageError when it cannot be written
void leave_receipt(const std::string& step, const fs::path& output);

/// Returns whether that step's receipt is there.
bool has_receipt(const std::string& step, const fs::path& output);

/// Removes the files of the site's abandoned runs: of other runs, in the folders beside this one's,
/// that no step has used for a week.
/// @throws StorageError when the folder that they are in cannot be listed
void forget_abandoned_subjects(const fs::path& output);

/// Returns the ids that this site's reports have shown of tables of this kind: of the same kind of
/// scans or, where that is not known, with the same columns. Adds the table's, and remembers them
/// beside the site's runs. Called twice in a run, it returns the same.
/// @param folder where the site keeps what outlasts a run. Nothing depends on it: where it cannot
///   be read or written, the table's ids are all that is known
/// @param own  the run's own folder, in the same file system
/// @param site the site's name in reports
data::KnownIds known_subjects(const fs::path& folder, const fs::path& own, const std::string& site,
                              const data::Table& table, const std::string& day);

}  // namespace dsne::run
