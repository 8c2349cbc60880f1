#pragma once

#include <variant>

#include "quality/site_density.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// The result of a site's half of a method besides positions: the group's network on a sphere, or
/// clusters; nothing for most methods.
struct SiteFindings {
  std::variant<std::monostate, sphere::SiteSphere, spectral::SiteClusters> value;
};

/// The result of the coordinator's half besides the map: the density of each site's subjects, the
/// group's network on a sphere, or clusters; nothing for most methods.
struct JointFindings {
  std::variant<std::monostate, quality::SiteDensities, sphere::GroupSphere, spectral::JointClusters>
      value;
};

}  // namespace dsne::methods
