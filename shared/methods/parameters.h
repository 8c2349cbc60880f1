#pragma once

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/json.h"
#include "core/matrix.h"
#include "data/missing.h"
#include "data/normalization.h"
#include "privacy/adaclip.h"
#include "sphere/network.h"
#include "tsne/tsne.h"

namespace dsne::methods {

// What the owner of a run can set. A struct of options has a function `list`, which names each with
// its meaning, what it changes and what it may be. Reading, checking and writing, compspec.json and
// docs/parameters.md come from there.

/// What an option means and may be.
struct ParameterRule {
  std::string name;
  std::string text;                 ///< a sentence for everyone who sets it
  std::string change;               ///< when to change it, in Markdown
  Json standard;                    ///< the default
  bool whole = false;               ///< a number without a fraction
  double least = 0, most = 0;       ///< a number's range, both ends included
  std::vector<std::string> values;  ///< a word's choices; empty for numbers
};

/// Collects the options of structs, which must outlive it.
class OptionList {
 public:
  /// An option of a struct.
  struct Option {
    ParameterRule rule;                    ///< `standard` is the member's present value
    std::function<void(const Json&)> set;  ///< to a value that follows the rule
  };

  template <typename T>
  using Choices = std::vector<std::pair<std::string, T>>;

  /// Adds a number. A member that is no number is made from one, and has a function `number`.
  template <typename T>
  void number(const char* name, T& member, double least, double most, const char* text,
              const char* change) {
    if constexpr (std::is_arithmetic_v<T>) {
      all_.push_back(
          {{name, text, change, member, std::is_integral_v<T>, least, most, {}},
           [&member](const Json& value) { member = static_cast<T>(value.get<double>()); }});
    } else {
      all_.push_back({{name, text, change, member.number(), false, least, most, {}},
                      [&member](const Json& value) { member = T(value.get<double>()); }});
    }
  }

  /// Adds a choice between words.
  template <typename T>
  void choice(const char* name, T& member, const std::type_identity_t<Choices<T>>& choices,
              const char* text, const char* change) {
    ParameterRule rule{name, text, change, {}, false, 0, 0, {}};
    for (const auto& [word, value] : choices) {
      if (value == member) rule.standard = word;
      rule.values.push_back(word);
    }
    all_.push_back({rule, [&member, choices](const Json& given) {
                      for (const auto& [word, value] : choices) {
                        if (given == word) member = value;
                      }
                    }});
  }

  const std::vector<Option>& all() const { return all_; }

 private:
  std::vector<Option> all_;
};

/// Returns names with those of a struct's options behind them.
template <typename Options>
std::vector<std::string> with_own(std::vector<std::string> names) {
  Options options;
  OptionList list;
  options.list(list);
  for (const OptionList::Option& option : list.all()) names.push_back(option.rule.name);
  return names;
}

/// About how many neighbours t-SNE keeps each subject close to: the owner's number, or 30, which
/// may fall to what a small number of points allows.
struct EffectiveNeighbours {
  double wanted = 30;
  bool by_owner = false;

  EffectiveNeighbours() = default;
  /// @param number the owner's; 0 for the default
  // NOLINTNEXTLINE(google-explicit-constructor): a parameter is a number
  EffectiveNeighbours(double number);

  /// Returns the parameter's number.
  double number() const { return by_owner ? wanted : 0; }

  /// Returns the number, or the most that so many points with affinities between them allow.
  double at_most_of(Eigen::Index points) const;

  /// @param whose names the points in the error
  /// @throws InputError with the most that the points allow when the owner's number is larger
  void check(Eigen::Index points, const std::string& whose) const;
};

/// The start of coordinates: random, the reference along its principal components, or the reference
/// on a map of its own, on which sites place their own points. Own points start at random
/// otherwise.
enum class Initialization { random, pca, tsne };

/// The kind of map: t-SNE or UMAP.
enum class Layout { tsne, umap };

/// The origin of the run's reference. Automatic uses a reference of a site or the image, and the
/// sites' summaries. A method that does not map summaries uses these only if there is no such
/// reference. The public scans of the program are added to the summaries, or are the reference of
/// a run with a guarantee.
enum class ReferenceChoice { automatic, given, summaries, public_scans };

/// What happens to a run if a site's files have faults: it ends, or continues without that site.
enum class FaultySites { end, leave_out };

/// The options of every run.
struct RunOptions {
  std::string method = "single-shot";
  ReferenceChoice reference = ReferenceChoice::automatic;
  FaultySites faulty_sites = FaultySites::end;
  int at_least_sites = 0;  ///< with which a run goes on when others are silent; 0: with all
  std::optional<data::Normalization>
      normalization;                     ///< if empty, by the features' names, see treatment
  std::optional<data::Missing> missing;  ///< if empty, likewise
  std::optional<data::Harmonization> harmonization;  ///< of the map alone; see harmonization()
  int initial_dims = 50;    ///< principal components kept; 0 keeps all features
  double dp_delta = 1e-5;   ///< δ of private methods' ε and of the budget
  int simulation_seed = 0;  ///< of the noise; 0 takes noise from the system, as every real run must

  void list(OptionList& options);
};

/// The options of methods that make a map by descending t-SNE's gradient.
struct MapOptions {
  int no_dims = 2;  ///< dimensions of the map
  EffectiveNeighbours neighbours;
  int max_iterations = 0;  ///< 0: the method's own number, see iterations()
  Initialization initialization = Initialization::tsne;
  int seed = 1;  ///< of random starts
  tsne::Schedule schedule;

  void list(OptionList& options);
};

/// The option of methods that send sums.
struct SumOptions {
  int least_in_sums = 5;  ///< the fewest subjects in a sum that others see

  void list(OptionList& options);
};

/// A method's reference points: the reference's own or, as in the published Fed-tSNE, landmarks
/// moved from these to reduce the maximum mean discrepancy.
enum class LandmarkMethod { none, mmd };

/// What landmark_method mmd averages over the sites: the landmarks after their steps, or the
/// gradients there.
enum class MmdAverage { variables, gradients };

/// The options of methods whose reference points may be landmarks.
struct LandmarkOptions {
  int landmarks = 500;  ///< at most
  LandmarkMethod landmark_method = LandmarkMethod::none;
  int mmd_rounds = 50;  ///< of landmark_method mmd
  int mmd_steps = 10;   ///< of a site per round
  int mmd_widths = 3;   ///< number of kernels in the sum, see mmd_gammas
  MmdAverage mmd_average = MmdAverage::variables;
  double mmd_noise = 0;  ///< noise on its gradients, in their deviations; 0: none, see perturbed

  void list(OptionList& options);
};

/// What places a site's own points with method single-shot: the reference alone or, as in the
/// paper, also the site's own points.
enum class Placement { reference, paper };

/// The options of method single-shot's own.
struct SingleShotOptions {
  Placement placement = Placement::reference;

  void list(OptionList& options);
};

/// The options of method dsne's own.
struct DsneOptions {
  int local_iterations = 1;  ///< iterations a site makes between two messages

  void list(OptionList& options);
};

/// The options of method dp-dsne's own, in its paper's notation.
struct DpDsneOptions {
  privacy::AdaclipParameters adaclip;

  void list(OptionList& options);
};

/// The options of method dp-density's own.
struct DpDensityOptions {
  double dp_epsilon = 1;  ///< the ε of a run, which sets the noise
  int dp_cells = 8;       ///< cells along each side of the grid

  void list(OptionList& options);
};

/// The options of method spectral-clustering's own.
struct SpectralOptions {
  int clusters = 0;           ///< 0: by the gap between eigenvalues
  double kernel_width = 0.2;  ///< see spectral::Nystrom

  void list(OptionList& options);
};

/// The options of method sphere's own.
struct SphereOptions {
  sphere::Form sphere_form = sphere::Form::minimised;
  double sphere_epsilon = 0;  ///< the ε of the network; 0: no guarantee
  int dp_colluding = 1;       ///< the most colluding sites under which the guarantee holds

  void list(OptionList& options);
};

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

/// The options of method fed-umap's own.
struct UmapOptions {
  int n_neighbors = 15;   ///< of a subject in UMAP's graph, itself included
  double min_dist = 0.1;  ///< of UMAP's map
  double spread = 1;      ///< likewise; at least min_dist

  void list(OptionList& options);
};

/// The owner's parameters of a run, the same for every site: the options of the run and of all
/// methods. Each default was chosen by measurement, see docs/parameters.md and docs/benchmarks.md.
struct Parameters : RunOptions,
                    MapOptions,
                    SumOptions,
                    LandmarkOptions,
                    SingleShotOptions,
                    DsneOptions,
                    DpDsneOptions,
                    DpDensityOptions,
                    SpectralOptions,
                    SphereOptions,
                    FedneOptions,
                    UmapOptions {
  void list(OptionList& options);
};

/// Returns whether the run's noise comes from a seed and so protects nobody. All results of such a
/// run say so.
bool is_simulation(const Parameters& parameters);

/// Returns every parameter with its default and range.
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
