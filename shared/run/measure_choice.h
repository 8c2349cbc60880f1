#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "data/reading.h"
#include "run/site_table.h"

namespace dsne::run {

/// The measures that a run uses, and those that it does not.
struct MeasureChoice {
  Eigen::Index number = 0;                  ///< of used measures
  std::vector<std::string> used;            ///< their names; empty if no site's measures have names
  std::vector<data::UnevenMeasure> uneven;  ///< those that are left out, or missing at some site
  std::vector<std::string> faults;          ///< why the run cannot continue, one line each
};

/// Chooses the measures that every site has, in the first site's order. A quality measure is also
/// used if a site has its column without any value: it is filled there. It is a fault if more than
/// a fifth of all measures would be left out, unless feature_columns chose them.
MeasureChoice common_measures(const SiteTables& tables);

/// Uses the measures that a reference fixes. It is a fault if a site does not
/// have one of them.
/// @param fixed their names, not empty
/// @param by names what fixes them, in the faults: "the reference"
MeasureChoice fixed_measures(const SiteTables& tables, const std::vector<std::string>& fixed,
                             const std::string& by);

/// Says which site lacks which measures, without a full stop: "site a lacks x and y; site b lacks
/// z", with the cell that holds text if that is the reason.
std::string lacks_text(const SiteTables& tables, const std::vector<data::UnevenMeasure>& uneven);

Json to_json(const std::vector<data::UnevenMeasure>& uneven);

/// Reads these measures. @throws MessageError when to_json did not make them, or there are more
/// than in any table
std::vector<data::UnevenMeasure> parse_uneven(const Json& json, std::string_view what);

/// Returns the text of measures.csv: measure, used, sites_without.
/// @param used the names of all used measures
std::string measures_csv(const std::vector<std::string>& used,
                         const std::vector<data::UnevenMeasure>& uneven);

}  // namespace dsne::run
