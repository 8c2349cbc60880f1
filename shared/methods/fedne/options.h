#pragma once

#include "methods/options.h"

namespace dsne::methods {

/// What stands for the other sites' subjects, which repel a site's own: the reference's points, the
/// sum of repulsion over all sites, each site's own surrogate (the published form), or nothing.
enum class Surrogates { reference, sum, sites, none };

/// What is averaged over the sites in each round: the weights of their trained networks, or the
/// gradients of their losses for one step.
enum class Averaged { weights, gradients };

/// The options of method fedne's own.
struct FedneOptions {
  Surrogates surrogates = Surrogates::reference;
  Averaged averaged = Averaged::gradients;
  double neighbour_mixing = 0.2;  ///< α of the Beta distribution; 0: none
  double proximal_weight = 0;     ///< μ of FedProx; 0: none
  double input_noise = 0.3;       ///< deviation of the noise on the network's inputs in training
  int network_width = 64;         ///< of each hidden layer
  int batch_edges = 512;          ///< edges of the neighbours' graph in a step of training

  void list(OptionList& options);
};

}  // namespace dsne::methods
