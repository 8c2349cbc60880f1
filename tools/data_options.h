#pragma once

#include <functional>

#include "core/json.h"
#include "data/formats/data_format.h"
#include "data/formats/scan_history.h"
#include "summary/keeping.h"
#include "summary/site_summary.h"
#include "tools/command_line.h"

namespace dsne::tools {

/// Adds the options that say how subjects' data are read: `--data-format`, `--id-column` and
/// `--label-column`, with the names of a run's inputs.
Options with_data_options(Options options);

/// The settings of a summary, from the site's settings and the command line.
struct SummarySettings {
  summary::Rules rules;
  bool share_verdicts = false;    ///< the summary may carry verdicts
  std::string verdict_column;     ///< the data's column that holds them; "" for none
  std::string excluding_verdict;  ///< which of 0 and 1 is "exclude"; "" where nothing is stated
  std::vector<std::string> covariates;  ///< columns of covariates
  std::string site_name;                ///< "" where nothing is stated
  data::DataFormat data_format = data::DataFormat::automatic;
  data::TableFormat format;
  data::HistoryColumns history;  ///< where the data have dates and scanners
};

/// Returns where a summary is kept: the folder of that option, and the name in `--data-set`.
/// @throws UsageError when the name is none
summary::Place summary_place(const Values& values, const char* folder_option);

/// Returns the rules in a site's settings, which run::parse_site_inputs accepts.
/// @throws InputError when least_members is too small for a summary
summary::Rules summary_rules(const Json& settings);

/// Reads of `--settings`, a JSON object as `site_settings` of a run is, what counts for a summary.
/// Options take precedence.
/// @throws InputError when a setting is not what it must be
SummarySettings read_summary_settings(const Values& values);

/// Reads data at their site. Where an error names a cell, adds the column's name and what stands in
/// the cell, which only the site's own screen shows.
/// @param file, format of the data
/// @param read reads them
data::Table read_own_data(const fs::path& file, const data::TableFormat& format,
                          const std::function<data::Table()>& read);

}  // namespace dsne::tools
