#pragma once

#include <optional>

#include "methods/parameters.h"
#include "nn/network.h"
#include "run/reference/run_reference.h"
#include "tools/text_columns.h"

namespace dsne::tools {

/// A run's results at a site, as needed to place new subjects.
struct FinishedRun {
  methods::Parameters parameters;
  run::RunReference reference;
  Matrix reference_coordinates;             ///< one row per reference point
  EmbeddingFile joint;                      ///< the joint map
  EmbeddingFile own;                        ///< the site's subjects, with their ids
  std::optional<nn::Network> network = {};  ///< the network that made the map, if one did
};

/// Reads a run's joint folder and the files beside it: the site's own `embedding.csv`, the copy of
/// the reference (`reference.csv`, `summaries.json` or `landmarks.json`), and the network of a
/// fedne run.
/// @param joint the folder, or a file in it
/// @throws InputError when a file is missing, malformed, or of another run than the rest
FinishedRun read_finished_run(const fs::path& joint);

}  // namespace dsne::tools
