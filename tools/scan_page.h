#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/page.h"
#include "tools/frame.h"
#include "tools/known_scans.h"

namespace dsne::tools {

/// What a page calls the site's own subjects, and rows of them.
inline constexpr const char* own_name = "your subjects";

/// A site's scans on a map, as a page shows them.
struct PlacedScans {
  data::Table table;                  ///< values × measures
  std::vector<std::string> measures;  ///< of the table and the lists
  Matrix coordinates;
  std::optional<FrameLists> lists;  ///< nothing of arrays
};

/// Fills a page's plots, headline and files. Its sentences are the caller's.
/// @param others the map's other points
void show_scans(const PlacedScans& scans, std::vector<report::EmbeddingPart> others,
                const KnownScans& known, report::Page& page);

/// Writes the page, the tables beside it and what the folder remembers.
/// @param more further files
/// @throws StorageError when the folder cannot be made or written
void write_scans(const PlacedScans& scans, const KnownScans& known, const report::Page& page,
                 Files more, const fs::path& folder);

/// Says how many scans are new in the folder, and how many are no longer in the table; nothing when
/// all came at once and are there.
std::vector<std::string> newcomer_sentences(const KnownScans& known,
                                            const std::vector<std::string>& ids);

}  // namespace dsne::tools
