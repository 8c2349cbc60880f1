#pragma once

#include "core/files.h"
#include "remote/remote_run.h"
#include "sphere/group_sphere.h"

namespace dsne::remote {

/// The joint report of a run that ends in a group's network on a sphere: its page, and
/// `sphere.csv` beside it.
Files sphere_files(const sphere::GroupSphere& group, const RemoteRun& run);

}  // namespace dsne::remote
