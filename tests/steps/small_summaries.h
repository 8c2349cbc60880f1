#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "small_federation.h"
#include "summary/site_summary.h"

inline const std::string summary_file = "canary_summary.csv";

/// The records of a CSV table with ids and perhaps labels in its first columns; all others count.
dsne::summary::Records records_of_table(const std::string& table);

/// The summary of a CSV table with ids and perhaps labels in its first columns; all others count.
dsne::summary::SiteSummary summary_of_table(const std::string& table, std::uint64_t seed);

/// A site that brings the summary of its table, in a run of its method on summaries.
Site with_summary(Site site, std::uint64_t seed);

/// A site in a single-shot run on summaries, which shares no positions.
Site summary_site(const std::string& name, int points, std::uint64_t seed);

/// Makes the coordinator send another map of summaries than it made, with its digest, and steps the
/// run until `site` is to answer it.
/// @param change changes the map's text
void send_other_map(SmallFederation& federation, const std::string& site,
                    const std::function<std::string(const std::string& map)>& change);

/// Three of them, north, south and west, with 110, 100 and 90 subjects.
std::vector<Site> summary_sites();
