#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/json.h"
#include "data/uneven_measure.h"
#include "run/table_faults.h"

namespace dsne::run {

/// Which measures a run counts, and which not.
struct MeasureChoice {
  Eigen::Index number = 0;                  ///< of those that count
  std::vector<std::string> used;            ///< their names; empty where no site's have names
  std::vector<data::UnevenMeasure> uneven;  ///< those that are left out, or that some site lacks
  std::vector<std::string> faults;          ///< why the run cannot go on with them, a line each
};

/// The measures that every site has, in the order of the first site. A quality measure counts, too,
/// where a site has its column and no value in it: it is filled there. It is a fault when more than
/// a fifth of all would be left out, unless feature_columns chose them.
MeasureChoice common_measures(const SiteTables& tables);

/// The measures that something else fixes: a reference or feature_bounds. It is a fault when a site
/// cannot give one of them.
/// @param fixed their names, not empty
/// @param by what fixes them, for the faults: "the reference"
MeasureChoice fixed_measures(const SiteTables& tables, const std::vector<std::string>& fixed,
                             const std::string& by);

/// What which site lacks, in a sentence without its end: "site a lacks x and y; site b lacks z",
/// with the cell that holds text where that is the reason.
std::string lacks_text(const SiteTables& tables, const std::vector<data::UnevenMeasure>& uneven);

Json to_json(const std::vector<data::UnevenMeasure>& uneven);

/// @throws MessageError when it is not what to_json makes, or longer than any table's
std::vector<data::UnevenMeasure> parse_uneven(const Json& json, std::string_view what);

/// The text of measures.csv: measure, used, sites_without.
/// @param used the names of all measures that count
std::string measures_csv(const std::vector<std::string>& used,
                         const std::vector<data::UnevenMeasure>& uneven);

}  // namespace dsne::run
