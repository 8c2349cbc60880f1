#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "data/scan_history.h"
#include "data/table.h"

namespace dsne::run {

/// A site reads its inputs once, when the run begins: the coordinator's files arrive in the folder
/// that they are in. What it read it keeps in private files of its output folder until its report
/// is written.

/// A site's subjects as it read them, before features are chosen and gaps are filled.
struct KeptSubjects {
  data::Table table;
  std::vector<std::string> thumbnails;  ///< a PNG file's content per row; none without images
  data::ScanHistory history;            ///< empty without dates
};

/// Writes the files, over those of an earlier run.
/// @return a digest of the table, by which read_kept_table knows it again
/// @throws StorageError when one cannot be written
std::string keep_subjects(const KeptSubjects& subjects, const fs::path& output);

/// The table that was kept.
/// @throws InputError when it is not there, or has another digest
data::Table read_kept_table(const fs::path& output, const std::string& digest);

/// The thumbnails that were kept; none when the file is not there or no longer whole.
std::vector<std::string> read_kept_thumbnails(const fs::path& output);

/// The dates and scanners that were kept; none when the file is not there or no longer whole.
data::ScanHistory read_kept_history(const fs::path& output);

/// Marks the files as in use.
void touch_kept_subjects(const fs::path& output);

/// Removes the files: the run is over.
void forget_kept_subjects(const fs::path& output);

/// Removes the files of the site's other runs, whose folders are beside this one's, that no step
/// has used for a week: these runs were abandoned.
/// @throws StorageError when the folder that they are in cannot be listed
void forget_abandoned_subjects(const fs::path& output);

}  // namespace dsne::run
