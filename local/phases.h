#pragma once

#include "local/site_run.h"

namespace dsne::local {

// A site's phases, one function each: the coordinator's message in, what leaves the site out.
// `run` is what the site remembers; each function brings it up to date.

/// Reads and checks the site's inputs, once for the whole run; tells its parameters and which
/// reference it holds, and nothing of its subjects.
Output answer_registration(const Step& step, SiteRun& run);

/// Meets the other sites. Sends the reference when the coordinator asks this site for it, or takes
/// the one that the coordinator sent and says whether it arrived and, if so, how many subjects will
/// be on the map.
/// @throws InputError when the coordinator's parameters are not the ones this site was given, or
/// the subjects have not the reference's features
Output answer_reference(const Step& step, SiteRun& run);

/// Takes part in learning a reference from the sites' subjects: sums over its own, masked.
/// @throws InputError when the coordinator's parameters are not the ones this site was given, or
/// the run cannot learn a reference
Output answer_landmarks(const Step& step, SiteRun& run);

/// Makes one round of the method.
Output answer_embed(const Step& step, SiteRun& run);

/// Gives the final places, labels and what the method says of its map, as far as the site's
/// settings share them; nothing when places are not shared.
Output answer_collect(const Step& step, SiteRun& run);

/// Writes the site's own report with the joint map in it, or the run's result, and the network if
/// the map was made by one; nothing but "done" leaves the site.
Output answer_report(const Step& step, SiteRun& run);

}  // namespace dsne::local
