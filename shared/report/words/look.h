#pragma once

#include <string>
#include <vector>

#include "quality/own_scores.h"
#include "report/words.h"
#include "summary/common_map.h"

namespace dsne::report::words {

/// The version of MRIQC that measured the public map's scans.
inline constexpr const char* public_map_version = "0.9.6";

/// A table beside a map.
struct Comparison {
  std::string kind;                     ///< of scans: "T1w"; "" where the table does not say
  std::string version;                  ///< of MRIQC, that measured them; "" where nobody says
  std::vector<std::string> only_here;   ///< the table's measures that the map does not have
  std::vector<std::string> only_there;  ///< the map's measures that the table does not have
};

// Words of the page of `dsne look`.

/// Returns what the scans are compared with, how, and what is not compared.
/// @param map in the measures that both have
Sentences comparison(const summary::CommonMap& map, const Comparison& comparison);

/// Says that no public scans are compared, and why.
/// @param shared how many of the public map's measures the table has
Sentences no_comparison(const std::string& kind, std::size_t shared, std::size_t measures);

/// What lists of scans of so few persons can say and what they cannot; nothing of twenty and more.
Sentences few_scans(const quality::ComparedRecords& compared);

/// The two lines at the end of the page: keep the decisions, join others.
Sentences way_on(const std::string& table);

}  // namespace dsne::report::words
