#pragma once

#include "federated/reference/extension_site.h"
#include "federated/reference/landmark_site.h"
#include "federated/reference/private_reference_site.h"
#include "local/site_run.h"
#include "local/site_tables.h"

namespace dsne::local {

/// The site's half of learning a reference. @pre run.landmarks is not null
federated::LandmarkSite make_landmark_site(const SiteRun& run, const Step& step);

/// The same of extending a given one; `run` and `tables` must outlive it.
federated::ExtensionSite make_extension_site(const SiteRun& run, const Step& step,
                                             SiteTables& tables);

/// The same of a reference with a guarantee; `run`, whose `ledger` it brings up to date, must
/// outlive it.
federated::PrivateReferenceSite make_private_reference_site(SiteRun& run, const Step& step);

/// Forgets an extension of the reference that was begun, where it may stay as it was given.
/// @throws MessageError when landmarks for it have begun
void leave_reference(const Step& step, SiteRun& run);

}  // namespace dsne::local
