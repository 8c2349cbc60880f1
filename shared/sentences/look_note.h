#pragma once

#include <optional>
#include <string>
#include <vector>

#include "summary/common_map.h"

namespace dsne::sentences {

/// The version of MRIQC that measured the public map's scans.
inline constexpr const char* public_map_version = "0.9.6";

/// A table beside a map.
struct Comparison {
  std::string kind;                     ///< of scans: "T1w"; "" where the table does not say
  std::string version;                  ///< of MRIQC, that measured them; "" where nobody says
  std::vector<std::string> only_here;   ///< the table's measures that the map does not have
  std::vector<std::string> only_there;  ///< the map's measures that the table does not have
};

/// Returns what the scans are compared with, how, and what is not compared.
/// @param map in the measures that both have
std::vector<std::string> comparison_sentences(const summary::CommonMap& map,
                                              const Comparison& comparison);

/// Says that no public scans are compared, and why.
/// @param shared how many of the public map's measures the table has
std::string no_comparison_sentence(const std::string& kind, std::size_t shared,
                                   std::size_t measures);

/// What lists of so few scans can say and what they cannot; nothing of twenty and more.
std::optional<std::string> few_scans_sentence(std::size_t scans);

/// The two lines at the end of the page: keep the decisions, join others.
std::vector<std::string> way_on_sentences(const std::string& table);

}  // namespace dsne::sentences
