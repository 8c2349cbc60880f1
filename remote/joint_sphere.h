#pragma once

#include "core/files.h"
#include "remote/remote_run.h"
#include "sphere/group_sphere.h"

namespace dsne::remote {

/// Returns the joint report of a run that ends in a group's network on a sphere: its page and
/// `sphere.csv`.
Files sphere_files(const sphere::GroupSphere& group, const RemoteRun& run);

}  // namespace dsne::remote
