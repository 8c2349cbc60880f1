#pragma once

#include <map>
#include <optional>
#include <string>

#include "remote/remote_run.h"

namespace dsne::remote {

// A run on the sites' summaries (docs/summary.md): which sites bring one, and the map of them.

/// Reads the registered summaries, if the run is to use them.
/// @param registrations each site's registration
/// @throws InputError when parameter reference asks for summaries and the method uses none
void choose_summaries(const std::map<std::string, Json>& registrations, RemoteRun& run);

/// Whether the run is on summaries, and they are not pooled yet.
bool awaits_summaries(const RemoteRun& run);

/// Reads the summaries from the sites' answers, makes their map, and sends it to all. Asks again
/// for what did not arrive.
/// @throws InputError, MessageError when a summary is malformed, or not the registered one
Output gather_summaries(const Step& step, RemoteRun& run);

}  // namespace dsne::remote
