#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <utility>
#include <vector>

#include "report/plots.h"

namespace dsne::report {

/// A figure below the map, with what it says.
struct PageFigure {
  std::string heading;
  std::string png;  ///< the PNG file's content
  std::vector<std::string> sentences;
};

/// What a report page shows.
struct Page {
  using Entries = std::vector<std::pair<std::string, std::string>>;

  std::string title;
  Entries highlights;                  ///< the run at a glance: what, and its number
  std::vector<std::string> sentences;  ///< the summary
  Plots plots;
  std::vector<PageFigure> figures;
  Entries facts;  ///< name and value
  Entries files;  ///< name of a file beside the page, and what it holds
};

/// Writes `index.html` into `folder`, atomically: one self-contained page that asks the network for
/// nothing, light and dark, readable in print. Its plots are drawn by a script; without scripts it
/// shows the figure `embedding.svg` of that folder (draw_embedding must have run). All text is
/// escaped, and no script runs but the page's own. The same page gives the same bytes.
/// @throws StorageError when the figure cannot be read or the page not written
void write_page(const Page& page, const boost::filesystem::path& folder);

}  // namespace dsne::report
