#pragma once

#include <set>
#include <string>

#include "method_runs.h"
#include "methods/method.h"

/// A run of method sphere with the results of its group and of its first site.
struct SphereRun : Federation {
  SphereRun(const std::vector<SiteData>& data, Eigen::Index regions, Json more = Json::object())
      : Federation((more["method"] = "sphere", more), data, Matrix(0, 0),
                   pair_names(numbered_regions(regions))) {}

  /// The coordinator's result as a site receives it.
  Json result() { return Json::parse(coordinator()->result().dump()); }
  dsne::sphere::GroupSphere group() {
    return std::get<dsne::sphere::GroupSphere>(coordinator()->findings().value);
  }
  dsne::sphere::OwnNetworks own() {
    return std::get<dsne::sphere::SiteSphere>(site_half(sites()[0])->findings(result()).value).own;
  }
  /// The mean of all subjects' networks.
  Matrix mean_network(Eigen::Index regions) {
    return dsne::sphere::network_from_pairs(all_subjects().colwise().mean(), regions);
  }
  Matrix all_subjects() const {
    return dsne::stacked({sites()[0].own, sites()[1].own, sites()[2].own});
  }
  /// Checks that the first site refuses the result with another value.
  void check_refused(const char* pointer, const Json& value, const std::string& why) {
    const Json other = with_value(result(), Json::json_pointer(pointer), value);
    CHECK_THROWS_WITH(site_half(sites()[0])->findings(other),
                      ("the remote's message: " + why).c_str());
  }
};
