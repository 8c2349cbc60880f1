#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/within.h"
#include "data/reading.h"
#include "run/registration.h"

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
/// a fifth of all measures would be left out for lack of a column, or half for any reason, unless
/// feature_columns chose them.
/// @param whole the tables of sites of whose summaries `tables` tell: a summary is without measures
///   in which the site's subjects hardly differ
MeasureChoice common_measures(const TableProfiles& tables, const TableProfiles& whole = {});

/// Uses the measures that a reference fixes. It is a fault if a site does not
/// have one of them.
/// @param fixed their names, not empty
/// @param by names what fixes them, in the faults: "the reference"
MeasureChoice fixed_measures(const TableProfiles& tables, const std::vector<std::string>& fixed,
                             const std::string& by);

/// Says which site lacks which measures, without a full stop: "site a lacks x and y; site b lacks
/// z", with the cell that holds text if that is the reason.
std::string lacks_text(const TableProfiles& tables, const std::vector<data::UnevenMeasure>& uneven);

/// What is told of a run's measures and sites with each report.
struct LeftOutOfRun {
  std::vector<data::UnevenMeasure> measures;
  std::vector<std::string> left_out_sites;  ///< those with faults, by their names
  std::vector<std::string> lost_sites;      ///< those that stopped answering

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    constexpr std::size_t most = 4000000;
    const auto name = within::text(data::UnevenMeasure::may_tell, "holds a name that is too long");
    visit("measures", self.measures, within::or_missing(within::at_most(most)));
    visit("left_out_sites", self.left_out_sites, within::or_missing(name));
    visit("lost_sites", self.lost_sites, within::or_missing(name));
  }
};

/// Returns the text of measures.csv: measure, used, sites_without.
/// @param used the names of all used measures
std::string measures_csv(const std::vector<std::string>& used,
                         const std::vector<data::UnevenMeasure>& uneven);

}  // namespace dsne::run
