#pragma once

#include <optional>

#include "data/table.h"
#include "local/site_results.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "run/site_outliers.h"
#include "run/subjects.h"

namespace dsne::local {

/// The content of a site's own report.
struct SiteReport {
  const data::Table& subjects;  ///< those on the map, as measured
  const run::RunReference& reference;
  std::string site = {};                          ///< this site's name
  std::string run = {};                           ///< the run's name
  std::string day = {};                           ///< the page's date
  std::vector<report::EmbeddingPart> parts = {};  ///< the joint map with this site's own part in it
  Matrix coordinates = {};                        ///< of this site's subjects
  std::size_t left_out = 0;                       ///< number of subjects that are not on the map
  run::MissingValues missing_values = {};
  std::vector<std::string> summaries = {};  ///< sentences about a map of summaries, or empty
  std::vector<std::string> summary = {};    ///< sentences about this site's own summary, or empty
  std::vector<std::string> reading = {};    ///< how its table was read, and what was left out
  ToldMeasures told = {};                   ///< measures and sites that were left out
  std::optional<std::string> dominating =
      {};                              ///< a sentence about a measure that dominates the map
  std::string sums_sentence = {};      ///< about the masked sums; "" if the run had none
  std::optional<double> epsilon = {};  ///< spent so far; empty if the method is not private
  run::SiteOutliers outliers = {};
  std::vector<std::string> thumbnails = {};          ///< as in OwnSubjects
  std::optional<report::PageFigure> over_time = {};  ///< where its scans have dates
};

/// The file with what raters at other sites taught.
inline constexpr const char* verdict_model_name = "verdict_model.csv";

/// Returns all measures' names.
std::vector<std::string> measure_names(const SiteReport& report);

/// Returns the page of a site's own report, with its subjects' ids and measures. It stays at the
/// site.
report::Page site_page(const SiteRun& run, const SiteReport& report);

}  // namespace dsne::local
