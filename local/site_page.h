#pragma once

#include <optional>

#include "data/table.h"
#include "local/site_results.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "run/site_outliers.h"
#include "run/subjects.h"

namespace dsne::local {

/// What a site learns at the end of a run that ends in a map.
struct SiteReport {
  std::string site;                          ///< this site's name on the map
  std::vector<report::EmbeddingPart> parts;  ///< the joint map with this site's own part in it
  Matrix coordinates;                        ///< of this site's subjects
  ToldMeasures told;                         ///< measures and sites that were left out
  run::MissingValues missing_values;
  std::optional<std::string> replaced;  ///< whose summaries may be second ones
  std::vector<std::string> reading;     ///< how its table was read, and what was left out
  run::SiteOutliers outliers;
};

/// The file with what raters at other sites taught.
inline constexpr const char* verdict_model_name = "verdict_model.csv";

/// Returns all measures' names.
std::vector<std::string> measure_names(SiteTables& tables);

/// Returns the page of a site's own report, with its subjects' ids and measures. It stays at the
/// site.
report::Page site_page(const SiteRun& run, const Step& step, SiteTables& tables,
                       const SiteReport& report);

}  // namespace dsne::local
