#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "quality/verdict_model_file.h"
#include "report/page.h"
#include "summary/common_map.h"
#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne place --frame`: places a site's own subjects on the common map of summaries. @return the
/// exit code
int place_on_frame(const Values& values, const Console& console);

/// Returns the page's part on placed subjects; their ids make its key, so that each set of subjects
/// has its own decisions.
/// @param site the subjects' number among the map's sites
report::OwnSubjects placed_subjects(const data::Table& subjects, std::size_t site);

/// Writes the page of placed subjects and other files into the folder of `--output`, and prints the
/// page's sentences and where the results are.
/// @throws StorageError when the folder cannot be written
void write_placed(const report::Page& page, Files files, const Values& values,
                  const Console& console);

/// The lists of a site's own subjects, compared with a common map.
struct FrameLists {
  quality::OutlierScores scores;
  Matrix values;  ///< the subjects', missing values filled
};

/// Scores a site's subjects like a run on summaries.
/// @param table subjects with the map's measures, NaN where missing
/// @param own   the number of the site's own source, whose rows and verdicts play no part
/// @param model taken in place of one that the map's other sites teach; nothing for that one
/// @param kept  what the site keeps of its summary, where that is known
/// @throws InputError when the model has a measure that the map lacks
FrameLists frame_lists(const summary::CommonMap& map, const data::Table& table,
                       std::optional<std::size_t> own,
                       const std::optional<quality::NamedVerdictModel>& model,
                       const summary::Kept* kept = nullptr);

}  // namespace dsne::tools
