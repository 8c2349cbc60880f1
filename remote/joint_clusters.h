#pragma once

#include "core/files.h"
#include "remote/remote_run.h"
#include "spectral/clusters.h"

namespace dsne::remote {

/// Returns the joint report of a run that ends in clusters: its page and `clusters.csv`.
Files cluster_files(spectral::JointClusters clusters, const run::RunReference& reference,
                    const RemoteRun& run);

}  // namespace dsne::remote
