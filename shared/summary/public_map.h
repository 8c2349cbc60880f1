#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "summary/common_map.h"

namespace dsne::summary {

/// The text of the map of public T1-weighted scans that comes with the program, as map_text writes
/// it: groups of ABIDE's and ds030's scans with raters' verdicts (scripts/public_map, NOTICE).
extern const std::string_view public_map_text;

/// Returns the map of public_map_text.
CommonMap public_map();

/// Returns the measures of the public map.
std::vector<std::string> public_measures();

/// Returns whether scans of this kind can be compared with the public ones.
/// @param kind "" where it is not known, which counts as T1w
bool is_public_kind(const std::string& kind);

/// Returns whether so many of a map's measures are enough to compare scans by: half of them.
bool are_enough_measures(std::size_t shared, std::size_t all);

/// Returns whether a site's name on a map is one of public scans: it ends with "(public)".
bool is_public_site(const std::string& name);

/// Adds the sites of the public map, in all its measures, behind the others.
void add_public_sites(MapSources& sources);

/// Returns whether the sources end with the sites of the public map, in the sources' measures.
bool has_public_sites(const MapSources& sources);

}  // namespace dsne::summary
