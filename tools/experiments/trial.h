#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/evaluation/embedding_quality.h"
#include "tools/experiments/description.h"
#include "tools/experiments/federated_embedding.h"

namespace dsne::experiments {

/// One split of the data with all that maps are made from and judged by. Points are in the order
/// of the maps: the reference, then site by site.
struct Trial {
  Matrix reference;                 ///< as read: NaN where a value is missing
  std::vector<Matrix> sites;        ///< the same
  Matrix scaled;                    ///< all points, without gaps, in the reference's scale
  Matrix pooled;                    ///< the same, scaled and reduced by PCA as all points ask for
  std::vector<std::string> labels;  ///< each point's class
  std::vector<std::string> groups;  ///< each point's site in the federation, or "reference"
  Json parameters;                  ///< the run's
  std::uint64_t seed = 0;
};

/// How long maps are worked on; less in quick trials.
struct Effort {
  Eigen::Index fewer = 1;  ///< divides the numbers of subjects
  int pooled_iterations = 1000;
  int published_reference_iterations = 1000;
  int published_rounds = 501;
};

/// Draws the condition's split with the seed, and prepares the points for what is made in one
/// process: the reference's medians fill what is missing; `pooled`, which maps are judged by, is
/// what t-SNE on everyone's data would see.
/// @throws InputError as draw_split, or when a value is missing and parameters do not say `impute`
Trial make_trial(const Experiment& experiment, const Condition& condition, const Dataset& data,
                 std::uint64_t seed, const Effort& effort);

/// The joint map of a trial, reference first and then site by site.
/// @throws RunError when a federation fails
Matrix make_embedding(const Trial& trial, const EmbeddingMethod& method, const Programs& programs,
                      const Effort& effort);

}  // namespace dsne::experiments
