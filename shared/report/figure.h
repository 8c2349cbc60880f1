#pragma once

#include <boost/filesystem/path.hpp>
#include <string>

#include "report/embedding.h"

namespace dsne::report {

/// Draws a map as a scatter plot, once coloured by site and, where at least one label is known,
/// once by label, side by side, each with a legend. Colours are safe for colour-blind readers; from
/// the ninth entry on the marks' shapes tell them apart as well. Unlabelled points are grey, and
/// the site named "reference" lies behind the others. A map of three dimensions is drawn as its
/// projections on the first two and on the first and third axes.
///
/// Writes `embedding.png` and `embedding.svg` into `folder`, each atomically, the same bytes each
/// time for the same map.
/// @param title one line above the figure
/// @throws StorageError when a file cannot be written
void draw_embedding(const Embedding& embedding, const std::string& title,
                    const boost::filesystem::path& folder);

}  // namespace dsne::report
