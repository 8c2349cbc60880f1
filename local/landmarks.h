#pragma once

#include "local/site_run.h"
#include "run/reference/private_reference_site.h"

namespace dsne::local {

/// The site's half of drawing a reference with a guarantee; `run`, whose `ledger` it brings up to
/// date, must outlive it. @pre run.landmarks is not null
run::PrivateReferenceSite make_private_reference_site(SiteRun& run, const Step& step);

}  // namespace dsne::local
