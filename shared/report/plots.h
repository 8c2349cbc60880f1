#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "data/decisions.h"
#include "quality/outlier_scores.h"
#include "report/scene.h"
#include "report/strips.h"

namespace dsne::report {

/// The subjects in a site's own report. It must not be in a page that leaves the site.
struct OwnSubjects {
  std::size_t site = 0;                     ///< their site, an index of the map's site_names
  std::string key;                          ///< the browser's storage key for decisions
  std::string compared_with = "this site";  ///< whose range the strips show, or "reference"
  std::vector<std::string> ids;  ///< one per subject, in the order of their points on the map
  std::optional<quality::OutlierScores> outliers;
  std::vector<std::string> features;  ///< all features' names, for the outliers' reasons
  std::vector<Strip> strips;          ///< the measures shown
  /// A link to a subject's own report, with {id} in place of the id; "" where none was found.
  std::string link = {};
  std::vector<bool> has_report = {};  ///< one per subject, where some have none
  std::vector<bool> is_new = {};      ///< one per subject, where some were here before
  std::string new_since = {};         ///< the last day without the new ones
  data::Decisions decisions = {};     ///< with which the page begins, by id; of others, too
  std::vector<std::string>
      thumbnails;  ///< a data URI per subject, "" for none; empty without images
};

/// The data of a report page's plots.
struct Plots {
  Scene scene;
  std::optional<OwnSubjects> own;  ///< empty in a joint report
};

/// Returns the plots as JSON for the page's script (shared/report/web/src/data.js). Measures have
/// four significant digits, or more if needed to distinguish them.
Json to_json(const Plots& plots);

}  // namespace dsne::report
