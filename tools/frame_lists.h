#pragma once

#include <optional>

#include "quality/outlier_scores.h"
#include "quality/outside_others.h"
#include "quality/verdict_model_file.h"
#include "summary/common_map.h"

namespace dsne::tools {

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
