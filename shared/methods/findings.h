#pragma once

#include <variant>

#include "nn/network.h"
#include "quality/site_density.h"
#include "spectral/clusters.h"
#include "sphere/group_sphere.h"

namespace dsne::methods {

/// What a site's half of a method ends in beside positions on the map: the network that makes the
/// map from features, the group's network on a sphere, or clusters; nothing for most methods.
struct SiteFindings {
  std::variant<std::monostate, nn::Network, sphere::SiteSphere, spectral::SiteClusters> value;
};

/// What the coordinator's half ends in beside the map: where each site's subjects lie on it, the
/// group's network on a sphere, or clusters; nothing for most methods.
struct JointFindings {
  std::variant<std::monostate, quality::SiteDensities, sphere::GroupSphere, spectral::JointClusters>
      value;
};

}  // namespace dsne::methods
