#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "summary/common_map.h"

namespace dsne::summary {

/// What who receives summaries remembers of one. A site makes its summary once: later it has the
/// same rows, less those that were struck, and more. Other rows may be a second summary of the same
/// persons, which reveals them.
struct SeenSummary {
  std::string map;  ///< the digest of the map that it was on
  std::string site;
  std::vector<std::string> measures;      ///< of arrays, one for all
  std::vector<std::vector<double>> rows;  ///< their means; of arrays, a number that stands for them

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("map", self.map);
    visit("site", self.site);
    visit("measures", self.measures);
    visit("rows", self.rows);
  }
};

/// Returns the sites whose summaries have no row of an earlier map, though a summary of theirs with
/// some of the same measures was on one.
/// @param seen in the order of the maps
/// @param map  the digest of the map of the sources, which is compared with the others
std::vector<std::string> replaced_summaries(const std::vector<SeenSummary>& seen,
                                            const MapSources& sources, const std::string& map);

/// Adds a map's summaries to those that were seen. Of each site the last four are kept.
std::vector<SeenSummary> with_map(std::vector<SeenSummary> seen, const MapSources& sources,
                                  const std::string& map);

/// Reads what is remembered in a folder; nothing where there is no file, or a damaged one.
std::vector<SeenSummary> read_seen_summaries(const fs::path& folder);

/// Writes it. Does nothing where the folder cannot be written: a run does not depend on it.
void write_seen_summaries(const fs::path& folder, const std::vector<SeenSummary>& seen);

/// Adds a map's summaries to what is remembered in a folder.
void remember_summaries(const fs::path& folder, const MapSources& sources, const std::string& map);

}  // namespace dsne::summary
