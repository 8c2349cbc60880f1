#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "quality/verdict_model.h"
#include "report/page.h"
#include "run/site_outliers.h"
#include "summary/common_map.h"
#include "summary/site_summary.h"
#include "tools/look/known_scans.h"

namespace dsne::tools {

/// What errors call the file of the option `--frame`.
inline constexpr const char* the_frame = "the map (--frame)";

/// A map that scans are put on.
struct NamedMap {
  std::string name;  ///< for people, with the map's fingerprint
  std::string fingerprint;
  summary::CommonMap map;
};

/// Reads the map of the option `--frame`. @throws InputError as summary::parse_map
NamedMap read_frame(const fs::path& file);

/// Returns the map of the public scans that come with the program.
NamedMap public_frame();

/// Scores a site's subjects like a run on summaries.
/// @param records with the map's measures, NaN where missing
/// @param shown   how many of these are listed, the first ones; the others only judge
/// @param own   the number of the site's own source, whose rows and verdicts play no part
/// @param model taken in place of one that the map's other sites teach; nothing for that one
/// @param kept  what the site keeps of its summary, where that is known
/// @throws InputError when the model has a measure that the map lacks
run::SiteOutliers frame_lists(const summary::CommonMap& map, const quality::OwnRecords& records,
                              std::size_t shown, std::optional<std::size_t> own,
                              const std::optional<quality::NamedVerdictModel>& model,
                              const summary::Kept* kept = nullptr);

/// What a page calls the site's own subjects, and rows of them.
inline constexpr const char* own_name = "your subjects";

/// Fills a page's plots, headline and files. Its sentences are the caller's.
/// @param others the map's other points
void show_scans(const report::OwnOnMap& scans, std::vector<report::EmbeddingPart> others,
                const KnownScans& known, report::Page& page);

/// Writes the page, the tables beside it and what the folder remembers.
/// @param more further files
/// @throws StorageError when the folder cannot be made or written
void write_scans(const report::OwnOnMap& scans, const KnownScans& known, const report::Page& page,
                 Files more, const fs::path& folder);

/// Says how many scans are new in the folder, and how many are no longer in the table; nothing when
/// all came at once and are there.
std::vector<std::string> newcomer_sentences(const KnownScans& known,
                                            const std::vector<std::string>& ids);

}  // namespace dsne::tools
