#pragma once

#include <optional>
#include <string>

#include "core/json.h"
#include "data/harmonization.h"
#include "data/missing.h"
#include "data/normalization.h"
#include "privacy/adaclip.h"
#include "sphere/network.h"
#include "tsne/optimizer.h"

namespace dsne::methods {

/// Where the reference's places start from.
enum class Initialization { random, pca, tsne };

/// The kind of map: t-SNE or UMAP.
enum class Layout { tsne, umap };

/// Where a site's own places start from.
enum class PrivateStart { random, placed };

/// What places a site's own points when the method is single-shot: the reference alone, or, as in
/// the paper, the site's own points too.
enum class Placement { reference, paper };

/// Where the run's reference comes from. Automatic takes a reference that a site or the image has,
/// and the sites' summaries; where a method does not map summaries it takes these only without such
/// a reference. Guaranteed draws one with a guarantee from noisy sums over the sites.
enum class ReferenceChoice { automatic, given, summaries, guaranteed };

/// What a method's reference points are: the reference's own, or, as Fed-tSNE was published,
/// landmarks that are moved from these by descent of the maximum mean discrepancy.
enum class LandmarkMethod { none, mmd };

/// What landmark_method mmd averages over the sites: where their steps have led, or the gradients
/// there.
enum class MmdAverage { variables, gradients };

/// By what method fedne has a site know how the other sites' subjects repel its own: by the points
/// of the reference in their place, by the sum over all sites, as published by each site's own
/// word, or not at all.
enum class Surrogates { reference, sum, sites, none };

/// What method fedne averages over the sites in each round: the weights of the networks that they
/// have trained, or the gradients of their losses, for one step.
enum class Averaged { weights, gradients };

/// What becomes of a run where a site's files have faults: it ends, or goes on without that site.
enum class FaultySites { end, leave_out };

/// What the owner of a run sets, the same for every site. Each default is chosen by measurement,
/// see docs/parameters.md and docs/benchmarks.md.
struct Parameters {
  std::string method = "single-shot";
  ReferenceChoice reference = ReferenceChoice::automatic;
  FaultySites faulty_sites = FaultySites::end;
  int at_least_sites = 0;  ///< with which a run goes on when others are silent; 0: with all
  int landmarks = 500;     ///< at most
  LandmarkMethod landmark_method = LandmarkMethod::none;
  MmdAverage mmd_average = MmdAverage::variables;
  int mmd_rounds = 50;       ///< of landmark_method mmd
  int mmd_steps = 10;        ///< of a site in a round
  int mmd_widths = 3;        ///< of the kernel that it sums, see mmd_gammas
  double mmd_noise = 0;      ///< on its gradients, in their deviations; 0: none, see perturbed
  int no_dims = 2;           ///< dimensions of the map
  int initial_dims = 50;     ///< principal components kept; 0 keeps the features as they are
  double perplexity = 0;     ///< effective number of neighbours; 0: see perplexity_of
  int max_iterations = 0;    ///< 0: the method's own number, see iterations()
  int local_iterations = 1;  ///< iterations a site makes between two messages
  Initialization initialization = Initialization::tsne;
  PrivateStart private_start = PrivateStart::placed;
  Placement placement = Placement::reference;
  tsne::Schedule schedule;
  int least_members = 5;                             ///< subjects in a sum that others see
  std::optional<data::Normalization> normalization;  ///< by the features' names, see treatment
  std::optional<data::Missing> missing;              ///< the same
  std::optional<data::Harmonization> harmonization;  ///< of the map alone; see harmonization()
  int seed = 1;                                      ///< of random starts
  privacy::AdaclipParameters adaclip;                ///< of method dp-dsne
  double dp_epsilon = 1;         ///< the ε of a run of dp-density, by which its noise is chosen
  int dp_cells = 8;              ///< cells along each side of dp-density's grid
  double dp_delta = 1e-5;        ///< δ at which private methods report ε and keep to the budget
  double reference_epsilon = 1;  ///< the ε of a reference that is drawn with a guarantee
  Json feature_bounds = Json::object();  ///< [low, high], or by the features' names; {}: none
  int n_neighbors = 15;                  ///< of a subject in UMAP's graph, itself counted
  double min_dist = 0.1;                 ///< of UMAP's map
  double spread = 1;                     ///< likewise; at least min_dist
  int dp_colluding = 1;  ///< sites that a guarantee by shared noise holds against together
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
  double input_noise = 0.3;   ///< deviation of what is added to the network's inputs in training
  double update_epsilon = 0;  ///< the ε of all updates of fedne's network; 0: no guarantee
  int simulation_seed = 0;    ///< of the noise; 0 takes it from the system, as every real run must
};

/// Whether the run's noise comes from a seed, so that it protects nobody. All that is made of such
/// a run says so.
bool is_simulation(const Parameters& parameters);

/// What a parameter is and may be. `dsne parameters --write` takes compspec.json and
/// docs/parameters.md from this.
struct ParameterRule {
  std::string name;
  std::string text;                 ///< what it is, in a sentence for everyone who sets it
  Json standard;                    ///< the default
  bool whole = false;               ///< a number without a fraction
  double least = 0, most = 0;       ///< a number's range, both ends included
  std::vector<std::string> values;  ///< a word's choices; empty for numbers
  std::string form;                 ///< what it may be, in words, where it is neither
};

/// Every parameter with its default and its range, in the order of the documentation.
std::vector<ParameterRule> parameter_rules();

/// True for the name of a parameter.
bool is_parameter(const std::string& name);

/// The parameters that an object gives, defaults for those it does not. Other members are ignored.
/// @throws InputError naming the parameter and its range when one is of the wrong type or outside
Parameters parse_parameters(const Json& given);

/// Every parameter by name; parse_parameters(to_json(p)) is p.
Json to_json(const Parameters& parameters);

}  // namespace dsne::methods
