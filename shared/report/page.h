#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "report/plots.h"

namespace dsne::report {

// The parts of a report page. The build makes them from shared/report/web.

/// A page's script.
struct Script {
  std::string_view text;
  std::string_view sha256;  ///< 64 hexadecimal digits
};

/// The first lines of all pages.
extern const std::string_view page_head;
/// The page, with placeholders like {{title}} that a report fills in.
extern const std::string_view page_skeleton;
/// The style sheet of all pages.
extern const std::string_view page_style;
/// The page's script, with the plotting library.
extern const Script page_script;
/// The page of a sphere and its script.
extern const std::string_view sphere_skeleton;
extern const Script sphere_script;
/// The page of clusters, which has no script.
extern const std::string_view clusters_skeleton;
/// The licences of the packages in the script.
extern const std::string_view page_licences;

/// A figure below the map, with sentences about it.
struct PageFigure {
  std::string heading;
  std::string png;  ///< the PNG file's content
  std::vector<std::string> sentences;
};

/// A cell of a table on the page.
struct TableCell {
  std::string text;
  bool muted = false;  ///< shown in grey: may be noise
};

/// A table below the map. The first column holds the rows' names.
struct PageTable {
  std::string heading;
  std::vector<std::string> columns;
  std::vector<std::vector<TableCell>> rows;  ///< each as long as columns
  std::vector<std::string> sentences;
};

/// What a page of any kind of result has.
struct PageText {
  using Entries = std::vector<std::pair<std::string, std::string>>;  ///< names and values

  std::string title;
  Entries origin;                      ///< the page's site, run and date: what it is, and its name
  std::string headline;                ///< what to do, or what the page shows, in one line
  Entries highlights;                  ///< the run at a glance, folded: what it is, and its number
  std::vector<std::string> sentences;  ///< about the run, folded
  std::vector<PageTable> tables;
  Entries facts;     ///< the settings that were changed, folded: name and value
  Entries defaults;  ///< settings at their defaults, folded
  Entries files;     ///< files in the page's folder: name and content
};

using PageParts = std::map<std::string_view, std::string>;

/// Returns a page's HTML: its skeleton with each {{name}} replaced by the part of that name. The
/// text fills `head`, `title`, `origin`, `headline`, `tables`, `about` and `files`.
/// @param script the only one that may run; empty for none
/// @param data what the script reads
/// @param parts the skeleton's other ones
std::string filled_page(std::string_view skeleton, const PageText& page, const Script& script = {},
                        const Json& data = nullptr, PageParts parts = {});

/// The content of a report page.
struct Page : PageText {
  std::vector<std::string> own_data;  ///< about the site's data, in its own section
  Entries own_files;                  ///< files of that section
  Plots plots;
  std::string figure_title;  ///< of the map's figure; "" for the page's title
  std::vector<PageFigure> figures;
  std::optional<PageTable> overview;  ///< a table above the map
  std::vector<std::string> lead;      ///< below the headline, in view
  std::vector<std::string> way_on;    ///< what to do next, at the end
};

/// Returns the HTML of a self-contained page: no network access, light and dark, printable. A
/// script draws its plots. All text is escaped, and only the page's own script may run. The same
/// page gives the same bytes.
/// @param figure the map as an SVG file, for browsers without scripts
std::string page_html(const Page& page, const std::string& figure);

/// Returns `index.html` and, before it, the files of the map's figure.
Files files_of(const Page& page);

}  // namespace dsne::report
