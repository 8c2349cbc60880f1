#pragma once

#include "local/site_run.h"

namespace dsne::local {

// A site's phases, one function each: from the coordinator's message to the site's answer. Each
// function updates `run`, the site's state.

/// Reads and checks the site's inputs, once for the whole run. The answer holds its parameters and
/// which reference it has, but nothing about its subjects.
Output answer_registration(const Step& step, SiteRun& run);

/// Meets the other sites. Sends the reference if the coordinator asks this site for it. Otherwise
/// reads the coordinator's reference and answers whether it arrived and how many subjects will be
/// on the map.
/// @throws InputError when the coordinator's parameters differ from this site's, or the subjects do
///   not have the reference's features
Output answer_reference(const Step& step, SiteRun& run);

/// Helps to learn a reference from the sites' subjects, by masked sums over its own.
/// @throws InputError when the coordinator's parameters differ from this site's, or the run cannot
///   learn a reference
Output answer_landmarks(const Step& step, SiteRun& run);

/// Answers one round of the method.
Output answer_embed(const Step& step, SiteRun& run);

/// Sends the final positions, the labels and the method's last fields, as far as the site's
/// settings share them; nothing if positions are not shared.
Output answer_collect(const Step& step, SiteRun& run);

/// Writes the site's own report with the joint map, or the run's result, and the network if one
/// made the map. Only "done" leaves the site.
Output answer_report(const Step& step, SiteRun& run);

}  // namespace dsne::local
