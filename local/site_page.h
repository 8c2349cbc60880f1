#pragma once

#include <optional>

#include "data/table.h"
#include "local/site_run.h"
#include "local/told_measures.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "run/site_outliers.h"
#include "run/subjects.h"

namespace dsne::local {

/// What a site's own report is made from.
struct SiteReport {
  const data::Table& subjects;  ///< on the map, as measured
  const run::RunReference& reference;
  std::string site = {};                          ///< this site's name
  std::string run = {};                           ///< the run's
  std::string day = {};                           ///< on which the page is made
  std::vector<report::EmbeddingPart> parts = {};  ///< the joint map with this site's own part in it
  Matrix coordinates = {};                        ///< of this site's subjects
  std::size_t left_out = 0;                       ///< subjects that are not on the map
  run::Gaps gaps = {};
  std::vector<std::string> summaries = {};  ///< what is said of a map of summaries; else empty
  std::vector<std::string> summary = {};    ///< and of this site's own, in a run on summaries
  std::vector<std::string> reading = {};    ///< how its table was read, and what was left out
  ToldMeasures told = {};                   ///< measures and sites that were left out
  std::optional<std::string> dominating =
      {};                          ///< the measure that alone makes the map, if one does
  std::string sums_sentence = {};  ///< whom its sums were hidden among; "" when the run had none
  std::optional<double> epsilon = {};  ///< spent so far; nothing when the method is not private
  run::SiteOutliers outliers = {};
  std::vector<std::string> thumbnails = {};          ///< as in OwnSubjects
  std::optional<report::PageFigure> over_time = {};  ///< where its scans have dates
};

/// The table of what raters at other sites taught, where they did.
inline constexpr const char* verdict_model_name = "verdict_model.csv";

/// Every measure's name.
std::vector<std::string> measure_names(const SiteReport& report);

/// The page of a site's own report, with its subjects' ids and measures in it. It stays at the
/// site.
report::Page site_page(const SiteRun& run, const SiteReport& report);

}  // namespace dsne::local
