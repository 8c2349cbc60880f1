#pragma once

#include <string>
#include <vector>

#include "summary/own_subjects.h"
#include "unit/summary/example.h"

struct MapSite {
  dsne::summary::Records records;
  dsne::summary::SiteSummary made;
};

/// A site of `persons` whose values lie `shift` away from the others'.
inline MapSite map_site_of(Eigen::Index persons, std::uint32_t seed, double shift) {
  MapSite site;
  site.records = example_records(persons, seed, 1000 * seed);
  site.records.values.array() += shift;
  site.made = example_summary(site.records, {}, seed).site;
  return site;
}

struct MapFederation {
  std::vector<MapSite> sites;
  dsne::summary::CommonMap map;

  explicit MapFederation(const std::vector<Eigen::Index>& persons) {
    dsne::summary::MapSources sources;
    sources.neighbours = 10;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(i + 1);
      sites.push_back(map_site_of(persons[i], number, 40.0 * static_cast<double>(i)));
      sources.sites.push_back({"site " + std::to_string(number), sites.back().made.summary});
    }
    sources.reference.resize(0, 4);
    map = make_common_map(sources);
  }

  std::vector<std::string> persons(std::size_t site) const { return sites[site].records.persons; }

  dsne::summary::SubjectsToPlace own(
      std::size_t site, dsne::summary::OwnRows rows = dsne::summary::OwnRows::without_noise) const {
    return own_subjects(map, sites[site].records.values, persons(site), &sites[site].made.kept,
                        site, rows);
  }
};
