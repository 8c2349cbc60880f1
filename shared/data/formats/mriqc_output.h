#pragma once

#include <boost/filesystem/path.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

// MRIQC's versions compute measures in ways of their own. How far apart they are on the same scans
// is in bench/outliers/results-public-map.md.

/// A version of MRIQC from which on measures are computed in another way.
struct MriqcChange {
  std::string version;   ///< "23.1.0"
  std::string measures;  ///< which, in words
};

/// Returns the changes between two versions, whichever is earlier, the earliest change first.
/// @return nothing where a version is not understood: "0+unknown"
std::optional<std::vector<MriqcChange>> mriqc_changes(const std::string& one,
                                                      const std::string& other);

/// What MRIQC left of one kind of scan: a group table, or a file per scan where it made none.
struct MriqcScans {
  std::string kind;                            ///< BIDS' name: "T1w"
  boost::filesystem::path table;               ///< the group table; empty without one
  std::vector<boost::filesystem::path> files;  ///< the scans' JSON files, by name
};

/// MRIQC's output folder.
struct MriqcOutput {
  boost::filesystem::path folder;
  std::vector<MriqcScans> kinds;  ///< in the order of scan_kinds(), one at least
};

/// Finds what MRIQC left in a folder, or in its only subfolder that holds some: group tables
/// (`group_T1w.tsv`; before 0.13 `T1w.csv`) and the scans' JSON files.
/// @throws InputError when the folder holds none, or several subfolders do, saying what is there
MriqcOutput find_mriqc_output(const boost::filesystem::path& folder);

/// Returns whether a file is called as MRIQC calls a group table.
bool is_mriqc_table(const boost::filesystem::path& file);

/// Returns a group table and what else MRIQC left of its kind of scan beside it.
/// @pre is_mriqc_table
MriqcOutput mriqc_output_of(const boost::filesystem::path& table);

/// Reads the scans' JSON files; a scan's id is its file's name.
/// @throws InputError as read_measure_files
Table read_mriqc_files(const MriqcScans& scans);

/// How MRIQC measured scans, as the folder's files tell.
struct MriqcRun {
  std::string version;  ///< "24.0.2"; "" where no file tells
  std::string
      mixed;  ///< what differs between scans though it changes their measures; "" for nothing
};

/// Reads the version that measured the scans, from their JSON files, or from
/// dataset_description.json where there are none.
MriqcRun mriqc_run(const MriqcOutput& output, const MriqcScans& scans);

}  // namespace dsne::data
