#pragma once

#include <optional>
#include <string>

#include "core/files.h"
#include "quality/outlier_scores.h"
#include "quality/summarized_site.h"
#include "quality/verdict_model.h"
#include "summary/common_map.h"
#include "summary/site_summary.h"

namespace dsne::tools {

/// What errors call the file of the option `--frame`.
inline constexpr const char* the_frame = "the map (--frame)";

/// A map that scans are put on.
struct Frame {
  std::string name;  ///< for people, with the map's fingerprint
  std::string fingerprint;
  summary::CommonMap map;
};

/// Reads the map of the option `--frame`. @throws InputError as summary::parse_map
Frame read_frame(const fs::path& file);

/// Returns the map of the public scans that come with the program.
Frame public_frame();

/// The lists of a site's own subjects, compared with a common map.
struct FrameLists {
  quality::OutlierScores scores;
  std::vector<quality::OutsideMeasure> outside;  ///< where the site's median is outside all others
  Matrix values;                                 ///< the subjects', missing values filled
};

/// Scores a site's subjects like a run on summaries.
/// @param records with the map's measures, NaN where missing
/// @param shown   how many of these are listed, the first ones; the others only judge
/// @param own   the number of the site's own source, whose rows and verdicts play no part
/// @param model taken in place of one that the map's other sites teach; nothing for that one
/// @param kept  what the site keeps of its summary, where that is known
/// @throws InputError when the model has a measure that the map lacks
FrameLists frame_lists(const summary::CommonMap& map, const quality::OwnRecords& records,
                       std::size_t shown, std::optional<std::size_t> own,
                       const std::optional<quality::NamedVerdictModel>& model,
                       const summary::Kept* kept = nullptr);

}  // namespace dsne::tools
