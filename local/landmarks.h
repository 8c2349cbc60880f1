#pragma once

#include "local/site_run.h"
#include "run/reference/private_reference_site.h"

namespace dsne::local {

/// Makes the site's half of drawing a reference with a guarantee. It updates the `ledger` of `run`,
/// which must outlive it. @pre run.landmarks is not null
run::PrivateReferenceSite make_private_reference_site(SiteRun& run, const Step& step);

}  // namespace dsne::local
