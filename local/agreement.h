#pragma once

#include "local/site_run.h"

namespace dsne::local {

// What a site makes sure of before it says anything of its subjects.

/// Meets the other sites, says under the site's long-term key, if it has one, that it did, and
/// gives the others their common key, if it is the one that makes it.
void meet_sites(const Step& step, SiteRun& run, Json& answer);

/// Checks that the parameters are the ones that this site was given, that the sites are who they
/// say, and that sums are over as many of them as this site wants.
/// @throws InputError, MessageError when that is not so
void check_terms(const Step& step, SiteRun& run);

/// Sums over few subjects are as good as these.
/// @throws InputError when this site has fewer than its settings want for such a run
void check_least_subjects(const SiteRun& run, Eigen::Index subjects);

}  // namespace dsne::local
