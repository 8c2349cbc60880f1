#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "report/facts.h"
#include "report/plots.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"

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

// The joint report of a run, the same at every site: only what the sites share, and no subject's
// id, measure or score.

/// Returns "3 sites, 780 subjects", what was found, and what must be known about the sites at once.
/// @param found such as ", 3 clusters"
std::string joint_headline(const JointFacts& run, const std::string& found);

/// Returns the page of a run that ended in a map, with the files beside it.
Files joint_files(const JointMapFacts& run);

/// Returns the file of the measures used, and of the sites without some.
File measures_file(const RunFacts& run, const Names& used);

/// Ends the page of a run that ends in a result: with the measures left out, and its list of files.
/// @param first the file that only this kind of run has, and its content
void end_result_page(const RunFacts& run, const Entries::value_type& first, PageText& page);

// A site's own report. It shows the site's subjects and stays there.

/// Returns the files of that report: `embedding.csv`, `flagged.csv`, `verdict_model.csv` where
/// raters elsewhere taught one, the figures, and the page.
Files site_files(const SiteMapFacts& site);

/// Returns the page of a site that was left out of a run.
/// @param faults of its files
Files left_out_files(const std::string& site, const std::string& run, const std::string& day,
                     const Names& faults);

/// Returns a page's site, run, day and version. @param site "" in a joint report
Entries origin(const std::string& site, const std::string& run, const std::string& day);

/// Returns the settings that were changed, and before them what was left out.
Entries changed_settings(const RunFacts& run);

// Runs that end in clusters or in a sphere.

/// Returns the HTML of the page of subjects' clusters, self-contained and escaped like page_html,
/// without a script.
std::string cluster_page_html(const PageText& page);

/// Returns the files of a site's own report of clusters, with its own subjects: `clusters.csv` and
/// the page. They must not leave the site.
/// @param ids of the subjects
Files site_cluster_files(const SiteFacts& site, const spectral::SiteClusters& clusters,
                         const Names& ids);

/// Returns the files of the joint report of clusters, with the counts of the sites that share them.
Files joint_cluster_files(const JointFacts& facts, const spectral::JointClusters& clusters);

/// A site's subjects compared with the group. They must not be in a page that leaves the site.
struct OwnOnSphere {
  std::vector<std::string> ids;
  sphere::OwnNetworks networks;
};

/// The content of the page of a group's network on its sphere.
struct SpherePage : PageText {
  sphere::GroupSphere group;
  std::optional<OwnOnSphere> own;  ///< empty in a joint report
};

/// Returns the page's HTML, self-contained and escaped like page_html.
std::string sphere_page_html(const SpherePage& page);

/// Writes the group's regions as CSV: region, network, coordinates, the subjects' mean distance,
/// and the position on the Poincaré disk if known.
std::string sphere_csv(const sphere::GroupSphere& group);

/// Writes a site's subjects as CSV: id, distance from the group, score, whether it is flagged, and
/// the distance at each region.
std::string sphere_subjects_csv(const std::vector<std::string>& regions, const OwnOnSphere& own);

/// Returns the files of a site's own report of a sphere, with its own subjects: `sphere.csv`,
/// `subjects.csv` and the page. They must not leave the site.
/// @param ids of the subjects
Files site_sphere_files(const SiteFacts& site, const sphere::SiteSphere& sphere, const Names& ids);

/// Returns the files of the joint report of a sphere.
Files joint_sphere_files(const JointFacts& facts, const sphere::GroupSphere& group);

}  // namespace dsne::report
