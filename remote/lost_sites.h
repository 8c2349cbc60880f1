#pragma once

#include <string>
#include <vector>

#include "remote/remote_run.h"

namespace dsne::remote {

// Sites that stop answering. An engine that waits for everybody, as COINSTAC does, has none;
// another one hands on the answers that it has, with null for a site that it has given up.

/// Returns the sites that are to register and have not.
std::vector<std::string> unregistered_sites(const Json& registrations);

/// Checks that as many sites take part as parameter at_least_sites asks for, or all of them.
/// @throws MessageError otherwise
void check_registered_sites(const std::vector<std::string>& unregistered, const RemoteRun& run);

/// Takes from the run each site that has not answered the coordinator's last message. Once lost, a
/// site is not heard again.
/// @throws MessageError when the run cannot go on without such a site
void lose_silent_sites(const Step& step, RemoteRun& run);

/// Whether the coordinator takes the answers of this site.
bool is_heard(const std::string& site, const RemoteRun& run);

/// Whether there are sites whose answers the coordinator does not take.
bool ignores_sites(const RemoteRun& run);

/// Returns the step with the answers that the coordinator takes.
Step with_heard_answers(Step step, const RemoteRun& run);

}  // namespace dsne::remote
