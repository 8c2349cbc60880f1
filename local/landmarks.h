#pragma once

#include "federated/landmark_site.h"
#include "federated/private_reference_site.h"
#include "local/site_run.h"

namespace dsne::local {

/// The site's half of learning a reference. @pre run.landmarks is not null
federated::LandmarkSite make_landmark_site(const SiteRun& run, const Step& step);

/// The same of a reference with a guarantee; `run`, whose `ledger` it brings up to date, must
/// outlive it.
federated::PrivateReferenceSite make_private_reference_site(SiteRun& run, const Step& step);

}  // namespace dsne::local
