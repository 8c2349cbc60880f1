#pragma once

#include "remote/remote_run.h"
#include "report/facts.h"

namespace dsne::remote {

/// Returns what the joint report tells of a run.
/// @param reference the run's, or none
report::JointFacts joint_facts(const RemoteRun& run, const Step& step,
                               const run::RunReference& reference);

/// Returns what the joint report of a run that ended in a map tells.
/// @param joint of the same run
/// @param parts the map, the reference first
/// @param metrics measures of the map, as in metrics.json
report::JointMapFacts joint_map_facts(const RemoteRun& run, report::JointFacts joint,
                                      run::RunReference reference,
                                      std::vector<report::EmbeddingPart> parts, Json metrics);

/// Rounds a measure to four digits after the point, because COINSTAC shows all digits.
double rounded(const Json& number);

}  // namespace dsne::remote
