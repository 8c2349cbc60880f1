#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/figure.h"
#include "report/page_text.h"
#include "report/plots.h"

namespace dsne::report {

/// A figure below the map, with what it says.
struct PageFigure {
  std::string heading;
  std::string png;  ///< the PNG file's content
  std::vector<std::string> sentences;
};

/// A cell of a table on the page.
struct TableCell {
  std::string text;
  bool muted = false;  ///< says too little to be looked at
};

/// A table below the map, the first column the rows' names.
struct PageTable {
  std::string heading;
  std::vector<std::string> columns;
  std::vector<std::vector<TableCell>> rows;  ///< each as long as columns
  std::vector<std::string> sentences;
};

/// Tables as sections of a page, each with its heading and sentences.
std::string table_sections(const std::vector<PageTable>& tables);

/// What a report page shows.
struct Page {
  using Entries = PageEntries;

  std::string title;
  Entries origin;        ///< whose page it is, of which run, of when: what, and its name
  std::string headline;  ///< what there is to do, or what the page shows, in one line
  Entries highlights;    ///< the run at a glance, folded away: what, and its number
  std::vector<std::string> sentences;  ///< about the run, folded away
  std::vector<std::string> own_data;   ///< about the site's data, in a section of its own
  Entries own_files;                   ///< of that section, as `files`
  Plots plots;
  EmbeddingFigure figure;  ///< the map where there are no scripts
  std::vector<PageFigure> figures;
  std::optional<PageTable> overview;  ///< a table above the map
  std::vector<PageTable> tables;
  Entries facts;     ///< name and value
  Entries defaults;  ///< settings that are as they are by themselves; folded away
  Entries files;     ///< name of a file beside the page, and what it holds
};

/// A page's text: one self-contained page that asks the network for nothing, light and dark,
/// readable in print. Its plots are drawn by a script; without scripts it shows the figure. All
/// text is escaped, and no script runs but the page's own. The same page gives the same bytes.
std::string page_html(const Page& page);

/// `index.html`, and the files of its figure, which come first.
Files files_of(const Page& page);

}  // namespace dsne::report
