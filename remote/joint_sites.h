#pragma once

#include <vector>

#include "remote/remote_run.h"
#include "report/joint_embedding.h"
#include "report/page.h"
#include "run/reference/run_reference.h"

namespace dsne::remote {

/// Returns the joint report's table of sites: each one's subjects, what of it is on the map, the
/// measures in which its summary stands apart from all others', and those that it does not have.
/// Sites that stand apart come first.
/// @param parts the joint map, the reference first
report::PageTable sites_table(const RemoteRun& run, const run::RunReference& reference,
                              const std::vector<report::EmbeddingPart>& parts);

}  // namespace dsne::remote
