#pragma once

#include <map>
#include <optional>
#include <string>

#include "remote/remote_run.h"

namespace dsne::remote {

// A run on the sites' summaries (docs/summary.md): which sites bring one, and the map of them.

/// Takes what the sites have registered of their summaries, where the run is to be made of these.
/// @param registrations each site's registration
/// @throws InputError when parameter reference asks for summaries and the method takes none, or
/// they
///   have no measure in common
void choose_summaries(const std::map<std::string, Json>& registrations, RemoteRun& run);

/// Checks what a cache has of the sites' summaries.
/// @throws MessageError when choose_summaries has not made it
void check_kept_summaries(const RemoteRun& run);

/// Whether the run is on summaries, and they are not pooled yet.
bool awaits_summaries(const RemoteRun& run);

/// Takes the summaries from the sites' answers, makes the map of them, and sends it to all. What
/// did not arrive is asked for again.
/// @throws InputError, MessageError when a summary is none, or not the one that was registered
Output gather_summaries(const Step& step, RemoteRun& run);

}  // namespace dsne::remote
