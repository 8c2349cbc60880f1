#pragma once

#include "local/site_run.h"

namespace dsne::local {

// Checks before a site sends anything about its subjects.

/// Meets the other sites, and signs the run with the site's long-term key if it has one.
void meet_sites(const Step& step, SiteRun& run, Json& answer);

/// Checks that the parameters are those that this site was given, that the sites' identities are
/// accepted, and that sums are over as many sites as this site's settings require.
/// @throws InputError, MessageError when one does not hold
void check_terms(const Step& step, SiteRun& run);

/// Checks the number of this site's subjects: sums over few subjects reveal these.
/// @throws InputError when there are fewer than the site's settings require
void check_least_subjects(const SiteRun& run, Eigen::Index subjects);

}  // namespace dsne::local
