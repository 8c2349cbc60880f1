#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/map.h"
#include "report/picture.h"

namespace dsne::charts {

enum class ColourBy { label, site };

struct GalleryCell {
  std::string heading;  ///< UTF-8, say "dsne, best run"
  report::Map map;      ///< of three dimensions the first two are shown
  ColourBy colour_by = ColourBy::label;
};

/// Maps to be compared: the cells fill one row after the other.
struct MapGallery {
  std::string title;
  std::size_t columns = 2;  ///< at least 1; four columns are still easy to read
  std::vector<GalleryCell> cells;
};

/// The maps in a grid. A label or a site looks the same in all of them: below stands one legend for
/// the labels of all cells coloured by label, in natural order, and one for the sites of those
/// coloured by site, in natural order, the site named "reference" last and as background. Draw it
/// with png() or svg().
report::Picture map_gallery_picture(const MapGallery& gallery);

}  // namespace dsne::charts
