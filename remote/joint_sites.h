#pragma once

#include <vector>

#include "federated/reference/run_reference.h"
#include "remote/remote_run.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::remote {

/// Returns the joint report's table of sites: each one's subjects, what of it is on the map, the
/// measures in which its summary stands apart from all others', and those that it does not have.
/// @param parts the joint map, the reference first
report::PageTable sites_table(const RemoteRun& run, const federated::RunReference& reference,
                              const std::vector<report::EmbeddingPart>& parts);

}  // namespace dsne::remote
