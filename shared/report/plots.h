#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/matrix.h"
#include "data/formats/decisions.h"
#include "quality/outlier_scores.h"
#include "report/own_lists.h"
#include "report/scene.h"

namespace dsne::report {

/// One measure of a site's subjects, beside that of the compared ones.
struct Strip {
  std::string feature;
  double centre = 0;  ///< the compared ones' median
  double scale = 1;   ///< the compared ones' robust standard deviation
  std::array<double, 5>
      reference{};                ///< the compared ones' quantiles 0.05, 0.25, 0.5, 0.75 and 0.95
  std::vector<double> values;     ///< one per subject of the site
  std::vector<double> elsewhere;  ///< one per other point of the map; empty where none is shown
};

/// The most measures on a page, which shows 30 strips at a time.
inline constexpr std::size_t max_strips = 300;

/// Selects the most telling measures of a site's subjects: first those that make the most flagged
/// subjects odd, then those with the largest mean distance from the reference's median (in robust
/// standard deviations, each at most 10). At most 300, and fewer above 1,000 subjects, so that the
/// page stays small.
/// @param own, reference points × features, as measured
/// @param features one name per feature
/// @param elsewhere the map's other points × features, NaN where unknown; the page has room for
///   those of the first strips
std::vector<Strip> make_strips(const Matrix& own, const Matrix& reference,
                               const std::vector<std::string>& features,
                               const quality::OutlierScores& outliers,
                               const Matrix& elsewhere = {});

/// Returns the features' names, or "feature 1" and so on if they have none.
std::vector<std::string> shown_names(const std::vector<std::string>& features, Eigen::Index count);

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

/// Returns the subjects as a page shows them.
/// @param known    the ids that such pages have shown, the subjects' among them
/// @param map      with the subjects as one of its sites
/// @param site     an index of the map's site_names
/// @param compared points × measures whose range the strips show
OwnSubjects shown_subjects(const OwnOnMap& own, const data::KnownIds& known, const Embedding& map,
                           std::size_t site, const Matrix& compared);

/// The data of a report page's plots.
struct Plots {
  Scene scene;
  std::optional<OwnSubjects> own;  ///< empty in a joint report
};

/// Returns the plots as JSON for the page's script (shared/report/web/src/data.js). Measures have
/// four significant digits, or more if needed to distinguish them.
Json to_json(const Plots& plots);

}  // namespace dsne::report
