#pragma once

#include <string>
#include <vector>

#include "report/picture.h"

namespace dsne::charts {

/// The values of one box, say a measure of one method's runs with different seeds. Values that are
/// not from -1e300 to 1e300 are left out; a box without any value is a place with "n/a".
struct Box {
  std::string name;  ///< UTF-8, shown below the box; it decides on the box's colour
  std::vector<double> values;
  std::string group;  ///< UTF-8; boxes that follow each other in one group stand together, the
                      ///< group's name below them
};

/// One measure: boxes side by side on an axis of their own.
struct BoxPanel {
  std::string title;  ///< the measure's name
  std::string note;   ///< a few words on it, say "higher is better"
  std::vector<Box> boxes;
};

struct BoxPlot {
  std::string title;
  std::vector<BoxPanel> panels;
};

/// The panels in a grid of up to three columns, fewer when they hold many boxes. A box goes from
/// quartile to quartile with a line at the median, its whiskers as box_summary says. Up to twelve
/// values are all shown as dots, side by side in the order given; of more only the outliers, as
/// rings. Boxes of one name have one colour in all panels. Draw it with png() or svg().
report::Picture box_plot_picture(const BoxPlot& plot);

}  // namespace dsne::charts
