// Subjects whose values are networks, and a run of method sphere with them.
#pragma once

#include <string>
#include <vector>

#include "federation.h"
#include "methods/method.h"
#include "methods/sphere/sphere.h"
#include "methods/sphere/sphere_guarantee.h"
#include "unit/sphere/networks.h"

using dsne::methods::pairs_of;

/// Subjects whose networks are a common network plus their own part.
inline dsne::Matrix subjects_like(Eigen::Index regions, Eigen::Index subjects, std::uint64_t seed) {
  const dsne::Matrix group = network_of(regions, 1);
  dsne::Matrix own(subjects, regions * (regions - 1) / 2);
  for (Eigen::Index i = 0; i < subjects; ++i) {
    const dsne::Matrix network = network_of(regions, seed + static_cast<std::uint64_t>(i));
    own.row(i) = pairs_of(0.7 * group + 0.3 * network);
  }
  return own;
}

/// The names of all pairs of regions, row by row.
inline std::vector<std::string> pair_names(const std::vector<std::string>& regions) {
  std::vector<std::string> names;
  for (std::size_t a = 0; a < regions.size(); ++a) {
    for (std::size_t b = a + 1; b < regions.size(); ++b) {
      names.push_back(regions[a] + '~' + regions[b]);
    }
  }
  return names;
}

/// Regions of two networks by turns: Default:1, Vis:2, …
inline std::vector<std::string> numbered_regions(Eigen::Index regions) {
  std::vector<std::string> names;
  for (Eigen::Index r = 1; r <= regions; ++r) {
    names.push_back((r % 2 == 0 ? "Vis:" : "Default:") + std::to_string(r));
  }
  return names;
}

inline std::vector<SiteData> sphere_sites(Eigen::Index regions, Eigen::Index subjects,
                                          std::uint64_t seed = 100) {
  return {{"a", subjects_like(regions, subjects, seed)},
          {"b", subjects_like(regions, subjects, 2 * seed)},
          {"c", subjects_like(regions, subjects, 3 * seed)}};
}

inline dsne::methods::Parameters sphere_parameters(const dsne::Json& more = dsne::Json::object()) {
  dsne::Json given = {{"method", "sphere"}};
  given.update(more);
  return dsne::methods::parse_parameters(given);
}

struct SphereRun {
  SphereRun(std::vector<SiteData> given, Eigen::Index regions,
            const dsne::Json& more = dsne::Json::object())
      : parameters(sphere_parameters(more)),
        sites(std::move(given)),
        federation(parameters, sites, dsne::Matrix(0, 0), dsne::methods::sphere_method()) {
    federation.features = pair_names(numbered_regions(regions));
  }

  void run(int rounds_left = 0) {
    for (int round = 0; round < federation.rounds() - rounds_left; ++round) {
      federation.round();
      sent.merge(names_in(federation.answers().at("a")));
    }
  }

  dsne::sphere::GroupSphere group() {
    return std::get<dsne::sphere::GroupSphere>(federation.coordinator()->findings().value);
  }
  /// The coordinator's result as a site receives it.
  dsne::Json result() { return dsne::Json::parse(federation.coordinator()->result().dump()); }
  /// The first site's subjects beside the group.
  dsne::sphere::OwnNetworks own() {
    return std::get<dsne::sphere::SiteSphere>(
               federation.site_half(sites[0])->findings(result()).value)
        .own;
  }
  /// Checks that the first site refuses the result with another value.
  void check_refused(const char* pointer, const dsne::Json& value, const std::string& why) {
    dsne::Json other = result();
    other[dsne::Json::json_pointer(pointer)] = value;
    CHECK_THROWS_WITH(federation.site_half(sites[0])->findings(other),
                      ("the remote's message: " + why).c_str());
  }
  /// Checks that the first site refuses these questions, and makes no release.
  void check_refused_stages(const std::vector<std::string>& stages) {
    const std::size_t releases = federation.releases.size();
    for (const std::string& stage : stages) {
      CAPTURE(stage);
      dsne::Json message = federation.message();
      message["stage"] = stage;
      CHECK_THROWS_WITH(federation.site_half(sites[0])->round(message),
                        "the remote's message: stage is not the one expected");
    }
    CHECK(federation.releases.size() == releases);
  }
  dsne::Matrix all_subjects() const {
    return dsne::data::stacked({sites[0].own, sites[1].own, sites[2].own});
  }

  dsne::methods::Parameters parameters;
  std::vector<SiteData> sites;
  Federation federation;
  std::set<std::string> sent;  ///< names of all that the first site has sent
};
