#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "quality/outlier_scores.h"
#include "report/joint_embedding.h"
#include "report/mark.h"

namespace dsne::report {

/// The points that share one legend entry.
struct Group {
  std::string name;  ///< valid UTF-8 on one line
  MarkStyle style;
  bool behind = false;      ///< background: smaller marks, drawn before the others
  std::size_t points = 0;   ///< the number of its points
  std::size_t several = 0;  ///< how many of these stand for several subjects each
};

/// The groups of a map's points, each with one colour.
struct Colouring {
  std::string heading;
  std::vector<Group> groups;                ///< in the order of the legend
  std::vector<std::size_t> group_of_point;  ///< per point; an index of groups
};

/// The most entries of a legend. Further ones are one entry "and N more".
inline constexpr std::size_t max_groups = 51;

/// Returns how a legend counts a group's points: "120", "12 groups" if each stands for several
/// subjects, or "99 and 9 groups".
std::string count_text(const Group& group);

/// Returns one group per site's name, in the map's order; the site named "reference" last, as
/// background.
Colouring by_site(const Embedding& embedding);

/// Returns one group per label, in natural order; points without a label last, as background.
/// Returns nothing when no point has a label.
std::optional<Colouring> by_label(const Embedding& embedding);

/// Groups a site's own subjects by outlier score: flagged, also to check, then scores from 0.95,
/// 0.8, 0.5 and 0. All other points are background.
/// @param site the subjects' site, an index of the map's site_names; its points are in the order of
///   the scores
Colouring by_score(const Embedding& embedding, std::size_t site,
                   const quality::OutlierScores& outliers);

}  // namespace dsne::report
