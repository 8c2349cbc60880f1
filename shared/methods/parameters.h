#pragma once

#include <optional>
#include <string>

#include "core/json.h"
#include "data/harmonization.h"
#include "data/missing.h"
#include "data/normalization.h"
#include "privacy/adaclip.h"
#include "sphere/network.h"
#include "tsne/tsne.h"

namespace dsne::methods {

/// The start of coordinates: random, the reference along its principal components, or the reference
/// on a map of its own, on which sites place their own points. Own points start at random
/// otherwise.
enum class Initialization { random, pca, tsne };

/// The kind of map: t-SNE or UMAP.
enum class Layout { tsne, umap };

/// What places a site's own points with method single-shot: the reference alone or, as in the
/// paper, also the site's own points.
enum class Placement { reference, paper };

/// The origin of the run's reference. Automatic uses a reference of a site or the image, and the
/// sites' summaries. A method that does not map summaries uses these only if there is no such
/// reference.
enum class ReferenceChoice { automatic, given, summaries };

/// A method's reference points: the reference's own or, as in the published Fed-tSNE, landmarks
/// moved from these to reduce the maximum mean discrepancy.
enum class LandmarkMethod { none, mmd };

/// What landmark_method mmd averages over the sites: the landmarks after their steps, or the
/// gradients there.
enum class MmdAverage { variables, gradients };

/// What stands for the other sites' subjects, which repel a site's own, in method fedne: the
/// reference's points, the sum of repulsion over all sites, each site's own surrogate (the
/// published form), or nothing.
enum class Surrogates { reference, sum, sites, none };

/// What method fedne averages over the sites in each round: the weights of their trained networks,
/// or the gradients of their losses for one step.
enum class Averaged { weights, gradients };

/// What happens to a run if a site's files have faults: it ends, or continues without that site.
enum class FaultySites { end, leave_out };

/// The owner's parameters of a run, the same for every site. Each default was chosen by
/// measurement, see docs/parameters.md and docs/benchmarks.md.
struct Parameters {
  std::string method = "single-shot";
  ReferenceChoice reference = ReferenceChoice::automatic;
  FaultySites faulty_sites = FaultySites::end;
  int at_least_sites = 0;  ///< with which a run goes on when others are silent; 0: with all
  int landmarks = 500;     ///< at most
  LandmarkMethod landmark_method = LandmarkMethod::none;
  MmdAverage mmd_average = MmdAverage::variables;
  int mmd_rounds = 50;     ///< of landmark_method mmd
  int mmd_steps = 10;      ///< of a site per round
  int mmd_widths = 3;      ///< number of kernels in the sum, see mmd_gammas
  double mmd_noise = 0;    ///< noise on its gradients, in their deviations; 0: none, see perturbed
  int no_dims = 2;         ///< dimensions of the map
  int initial_dims = 50;   ///< principal components kept; 0 keeps all features
  double perplexity = 0;   ///< effective number of neighbours; 0: see perplexity_of
  int max_iterations = 0;  ///< 0: the method's own number, see iterations()
  int local_iterations = 1;  ///< iterations a site makes between two messages
  Initialization initialization = Initialization::tsne;
  Placement placement = Placement::reference;
  tsne::Schedule schedule;
  int least_members = 5;  ///< the fewest subjects in a sum that others see
  std::optional<data::Normalization>
      normalization;                     ///< if empty, by the features' names, see treatment
  std::optional<data::Missing> missing;  ///< if empty, likewise
  std::optional<data::Harmonization> harmonization;  ///< of the map alone; see harmonization()
  int seed = 1;                                      ///< of random starts
  privacy::AdaclipParameters adaclip;                ///< of method dp-dsne
  double dp_epsilon = 1;   ///< the ε of a run of dp-density, which sets its noise
  int dp_cells = 8;        ///< cells along each side of dp-density's grid
  double dp_delta = 1e-5;  ///< δ of private methods' ε and of the budget
  int n_neighbors = 15;    ///< of a subject in UMAP's graph, itself included
  double min_dist = 0.1;   ///< of UMAP's map
  double spread = 1;       ///< likewise; at least min_dist
  int dp_colluding = 1;  ///< the most colluding sites under which a guarantee by shared noise holds
  sphere::Form sphere_form = sphere::Form::minimised;  ///< of method sphere
  double sphere_epsilon = 0;  ///< the ε of method sphere's network; 0: no guarantee
  int clusters = 0;           ///< of method spectral-clustering; 0: by the gap between eigenvalues
  double kernel_width = 0.2;  ///< of method spectral-clustering, see spectral::Nystrom
  int network_width = 64;     ///< of each hidden layer of fedne's network
  int batch_edges = 512;      ///< edges of the neighbours' graph in a step of its training
  double neighbour_mixing = 0.2;  ///< α of the Beta distribution; 0: none
  double proximal_weight = 0;     ///< μ of FedProx; 0: none
  Surrogates surrogates = Surrogates::reference;
  Averaged averaged = Averaged::gradients;
  double input_noise = 0.3;  ///< deviation of the noise on the network's inputs in training
  int simulation_seed = 0;  ///< of the noise; 0 takes noise from the system, as every real run must
};

/// Returns whether the run's noise comes from a seed and so protects nobody. All results of such a
/// run say so.
bool is_simulation(const Parameters& parameters);

/// What a parameter is and may be. `dsne parameters --write` takes compspec.json and
/// docs/parameters.md from this.
struct ParameterRule {
  std::string name;
  std::string text;                 ///< a sentence for everyone who sets it
  Json standard;                    ///< the default
  bool whole = false;               ///< a number without a fraction
  double least = 0, most = 0;       ///< a number's range, both ends included
  std::vector<std::string> values;  ///< a word's choices; empty for numbers
};

/// Returns every parameter with its default and range, in the order of the documentation.
std::vector<ParameterRule> parameter_rules();

/// Returns whether a name is a parameter's.
bool is_parameter(const std::string& name);

/// Parses an object's parameters; missing ones have their defaults. Ignores other members.
/// @throws InputError naming the parameter and its range when one has the wrong type or is out of
///   range
Parameters parse_parameters(const Json& given);

/// Returns every parameter by name; parse_parameters(to_json(p)) is p.
Json to_json(const Parameters& parameters);

}  // namespace dsne::methods
