#pragma once

#include <vector>

#include "remote/remote_run.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::remote {

/// A measure with four digits after the point: COINSTAC shows a number with all that it has.
double rounded(const Json& number);

/// The page of the joint report, the same for every site: what the sites share and nothing else, no
/// subject's id, measure or score.
/// @param metrics what was measured of the map, as in metrics.json
/// @param reference the run's
/// @param parts the joint map
report::Page joint_page(const RemoteRun& run, const Step& step, const Json& metrics,
                        const run::RunReference& reference,
                        const std::vector<report::EmbeddingPart>& parts);

}  // namespace dsne::remote
