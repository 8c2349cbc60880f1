#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/embedding.h"
#include "report/palette.h"

namespace dsne::report {

/// The points that share one legend entry.
struct Group {
  std::string name;  ///< valid UTF-8 on one line
  MarkStyle style;
  bool behind = false;     ///< background: smaller marks, drawn before the others
  std::size_t points = 0;  ///< how many of the points that can be drawn are in the group
};

/// Which point of a map has which colour, and why.
struct Colouring {
  std::string heading;
  std::vector<Group> groups;                ///< in the order of the legend
  std::vector<std::size_t> group_of_point;  ///< per point; an index of groups if it is drawable
};

/// The most entries that a legend has. Further ones are gathered in one entry "and N more".
inline constexpr std::size_t max_groups = 51;

/// Whether a point has a place that can be drawn: all its coordinates are finite.
bool is_drawable(const Embedding& embedding, std::size_t point);

/// One group per site, in the map's order; the site named "reference" last, as background.
Colouring by_site(const Embedding& embedding);

/// One group per label, in natural order; points without a label last, as background. Nothing when
/// no point has a label.
std::optional<Colouring> by_label(const Embedding& embedding);

}  // namespace dsne::report
