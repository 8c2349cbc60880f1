#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "summary/common_map.h"
#include "summary/frame.h"
#include "summary/site_summary.h"

namespace dsne::summary {

/// Returns the number of the source that a site's own summary is.
std::optional<std::size_t> find_own_source(const CommonMap& map, const Summary& own);

/// Returns what the map's covariates explain of each person's measures, less what their middle
/// explains. Who is not known to the site's summary counts as its mean; without a source nothing is
/// explained.
/// @param persons one per row
/// @param kept    what the site keeps of its summary; nothing without one
/// @param own     the number of its source
Matrix explained_of(const CommonMap& map, const std::vector<std::string>& persons, const Kept* kept,
                    std::optional<std::size_t> own);

/// What a site's subjects are compared with in place of its own rows.
enum class OwnRows {
  as_shared,     ///< the rows of its summary, with their noise
  without_noise  ///< the means that only the site knows
};

/// A site's own subjects, ready to be placed.
/// @param records  subjects × the map's measures, NaN where missing: the measure's median of these
///   subjects takes its place, or the map's middle where the site has none
/// @param persons  one per subject
/// @param kept     the private part of the site's summary; null without a summary. Columns of
///   arrays that are constant in the summary are constant here, too
/// @param own      the number of the summary's source. On a harmonized map, subjects are harmonized
///   by this source's effect, or by their own effect without a source
/// @param rows     positions that others see must be as_shared: without noise they tell of the
///   exact means (docs/threats.md). A row of which a person is not among the records is as shared
SubjectsToPlace own_subjects(const CommonMap& map, const Matrix& records,
                             const std::vector<std::string>& persons, const Kept* kept,
                             std::optional<std::size_t> own, OwnRows rows);

/// Embeds subjects alone, compared with each other only, by t-SNE.
/// @param records subjects × measures, finite
/// @param like    the sources of the map that they would be on: of the same kind of data
/// @return subjects × dimensions; finite
Matrix placed_alone(const Matrix& records, const MapSources& like);

/// Places a site's own subjects on the map. Without a common map, embeds them alone by t-SNE. Needs
/// only the map and the subjects.
/// @return subjects × dimensions; finite
Matrix place_on(const CommonMap& map, const SubjectsToPlace& subjects);

}  // namespace dsne::summary
