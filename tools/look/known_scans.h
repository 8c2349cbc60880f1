#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "data/formats/decisions.h"
#include "data/table.h"
#include "quality/own_scores.h"
#include "summary/common_map.h"
#include "summary/own_subjects.h"

namespace dsne::tools {

/// The scans that decide what is ordinary, also when the table grows.
struct Baseline {
  std::string day;                    ///< since when
  std::vector<std::string> measures;  ///< the columns of `values`
  std::vector<std::string> ids;
  std::vector<std::string> persons;
  Matrix values;  ///< scans × measures; NaN where missing
};

/// Where a scan lies on a map.
struct KnownPosition {
  std::string of;          ///< a digest of the scan's values and group
  std::vector<double> at;  ///< 2 or 3 coordinates

  bool operator==(const KnownPosition&) const = default;
};

/// What a folder of results remembers of the scans that its page has shown, so that decisions and
/// lists stay with them when the table grows.
struct KnownScans : data::KnownIds {
  std::string table;  ///< where the table or folder of these scans is, from the results' folder
  /// Whether the results before are of this table or have some of its scans; nothing without any.
  std::optional<bool> continues;
  std::optional<Baseline> baseline;  ///< nothing of arrays
  std::string map;                   ///< the fingerprint of the map with these positions
  std::map<std::string, KnownPosition> positions;  ///< of each scan's id
  data::SavedDecisions decisions;                  ///< of the file decisions.csv in the folder

  /// Returns how many scans are known and not among these.
  std::size_t missing(const std::vector<std::string>& ids) const;
};

/// Reads what the folder remembers, if it does, and adds the scans that it does not know.
/// @param path   of the table or folder that they are from
/// @param table  at least one scan
/// @param afresh whether results of another table are forgotten
/// @throws InputError when a file is damaged
KnownScans known_scans(const fs::path& folder, const fs::path& path, const data::Table& table,
                       const std::string& day, bool afresh);

/// Refuses results of which none continues: scans would be judged by those of another table.
/// @param known of each kind or group of a table's scans
/// @throws InputError likewise
void require_same_table(const std::vector<KnownScans>& known);

/// A table's scans and, below them, those of the baseline that are not among them.
struct JudgedScans {
  quality::OwnRecords records;
  std::vector<std::string> notes;  ///< by which scans these are judged; none on the first day
};

/// Returns a table's scans with those that they are judged by, and remembers these. Scans of at
/// least quality::least_subjects_tried stay the baseline; fewer ones grow with the table. Of other
/// measures a new baseline is begun.
/// @param afresh whether this table is the baseline from now on
JudgedScans judged_scans(KnownScans& known, const data::Table& table,
                         const std::vector<std::string>& measures, bool afresh);

/// Places scans on a map. Those that the folder has placed on it, and whose values are the same,
/// stay where they are; the others are placed without them. Remembers all positions.
/// @param fingerprint of the map
/// @param values  scans × measures, which tell whether a scan is the same
/// @param afresh  whether all are placed anew
/// @return scans × dimensions
Matrix placed_scans(KnownScans& known, const summary::CommonMap& map,
                    const std::string& fingerprint, const std::vector<std::string>& ids,
                    const Matrix& values, const summary::SubjectsToPlace& scans, bool afresh);

/// Returns the file that the folder keeps.
File kept_file(const KnownScans& known);

}  // namespace dsne::tools
