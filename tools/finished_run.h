#pragma once

#include <optional>

#include "methods/parameters.h"
#include "nn/network.h"
#include "run/reference/run_reference.h"
#include "tools/embedding_file.h"

namespace dsne::tools {

/// What a run has left at a site, as far as new subjects need it.
struct FinishedRun {
  methods::Parameters parameters;
  run::RunReference reference;
  Matrix reference_coordinates;             ///< one row per reference point
  EmbeddingFile joint;                      ///< the joint map
  EmbeddingFile own;                        ///< the site's subjects, with their ids
  std::optional<nn::Network> network = {};  ///< what puts subjects on the map, if that did
};

/// Reads a run's joint folder and what lies beside it: the site's own `embedding.csv`, and the copy
/// of the reference, `reference.csv`, `summaries.json` or `landmarks.json`; of a run of
/// fedne its network, too.
/// @param joint the folder, or a file in it
/// @throws InputError when a file is not there, malformed, or of another run than the rest
FinishedRun read_finished_run(const fs::path& joint);

}  // namespace dsne::tools
