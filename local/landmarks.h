#pragma once

#include "federated/landmark_site.h"
#include "local/site_run.h"

namespace dsne::local {

/// The site's half of learning a reference. @pre run.landmarks is not null
federated::LandmarkSite make_landmark_site(const SiteRun& run, const Step& step);

}  // namespace dsne::local
