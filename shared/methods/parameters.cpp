#include "methods/parameters.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <cmath>
#include <functional>
#include <type_traits>
#include <utility>

#include "core/errors.h"
#include "data/cell.h"
#include "methods/method.h"

namespace dsne::methods {
namespace {

/// Formats a bound as people write it: 100000, 0.99.
std::string plain(double bound) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), bound, std::chars_format::fixed).ptr;
  return {text.begin(), end};
}

/// A name of an earlier version, and its replacement.
struct Retired {
  const char* name;
  const char* value;  ///< of the parameter of that name; null: the parameter itself
  const char* instead;
};

constexpr std::array<Retired, 13> retired = {{
    {"method", "joint", "single-shot makes a map of the sites' summaries"},
    {"reference", "learned", "summaries takes the sites' summaries"},
    {"reference", "extended", "auto takes the given points and the sites' summaries"},
    {"reference", "guaranteed", "given takes public scans"},
    {"reference_epsilon", nullptr, "no reference has a guarantee any more"},
    {"feature_bounds", nullptr, "no reference has a guarantee any more"},
    {"layout", nullptr, "method fed-umap makes maps by UMAP"},
    {"jitter", nullptr, "the sums that it hid are no longer sent"},
    {"site_exaggeration", nullptr, "it was method joint's"},
    {"update_epsilon", nullptr, "with it a map was no better than by the reference alone"},
    {"harmonization", "combat", "site was as good"},
    {"private_start", nullptr, "subjects start at random with initialization random or pca"},
    {"landmark_method", "tree", "the sites' summaries take the tree's place"},
}};

[[noreturn]] void refuse(const Retired& name) {
  const std::string value = name.value != nullptr ? std::string(" ") + name.value : "";
  throw InputError(std::string("parameter ") + name.name + value + " is retired: " + name.instead);
}

void check_retired(const Json& given) {
  for (const Retired& name : retired) {
    if (name.value == nullptr && given.contains(name.name)) refuse(name);
  }
}

void check_retired_value(const std::string& name, const Json& value) {
  for (const Retired& old : retired) {
    if (old.value != nullptr && name == old.name && value == old.value) refuse(old);
  }
}

/// Checks a parameter's value. @throws InputError naming the parameter and what it may be
void check(const ParameterRule& rule, const Json& value) {
  std::string form;
  if (!rule.values.empty()) {
    if (value.is_string() && std::ranges::count(rule.values, value.get<std::string>()) > 0) return;
    check_retired_value(rule.name, value);
    form = "one of: " + boost::algorithm::join(rule.values, ", ");
  } else {
    const double number = value.is_number() ? value.get<double>() : std::nan("");
    const bool inside = number >= rule.least && number <= rule.most;
    if (inside && (!rule.whole || number == std::floor(number))) return;
    form = std::string("a ") + (rule.whole ? "whole " : "") + "number from " + plain(rule.least) +
           " to " + plain(rule.most);
  }
  throw InputError("parameter " + rule.name + " must be " + form);
}

/// A member of Parameters.
struct Field {
  ParameterRule rule;                    ///< `standard` is the member's present value
  std::function<void(const Json&)> set;  ///< to a value that follows the rule
};

/// Collects the members of Parameters, which must outlive this.
class Fields {
 public:
  template <typename Number>
  void number(const char* name, const char* text, Number& member, double least, double most) {
    all.push_back(
        {{name, text, member, std::is_integral_v<Number>, least, most, {}},
         [&member](const Json& value) { member = static_cast<Number>(value.get<double>()); }});
  }

  template <typename T>
  using Choices = std::vector<std::pair<std::string, T>>;

  template <typename T>
  void choice(const char* name, const char* text, T& member,
              const std::type_identity_t<Choices<T>>& choices) {
    ParameterRule rule{name, text, {}, false, 0, 0, {}};
    for (const auto& [word, value] : choices) {
      if (value == member) rule.standard = word;
      rule.values.push_back(word);
    }
    all.push_back({rule, [&member, choices](const Json& given) {
                     for (const auto& [word, value] : choices) {
                       if (given == word) member = value;
                     }
                   }});
  }

  std::vector<Field> all;
};

/// Returns every parameter with its sentence, member and range: the one list for all uses of
/// parameters.
std::vector<Field> fields_of(Parameters& p) {
  Fields fields;
  Fields::Choices<std::string> methods;
  for (const Method* method : methods::known_methods()) {
    methods.emplace_back(method->name, method->name);
  }
  fields.choice("method", "How the map is computed.", p.method, methods);
  fields.choice(
      "reference",
      "Where the reference comes from: auto uses one that a site brings or the image contains, and "
      "the sites' summaries; given only the first, summaries only the second.",
      p.reference,
      {{"auto", ReferenceChoice::automatic},
       {"given", ReferenceChoice::given},
       {"summaries", ReferenceChoice::summaries}});
  fields.choice(
      "faulty_sites",
      "What happens where a site's files have faults: end ends the run and reports all sites' "
      "faults; "
      "leave_out goes on without the site, and the reports name it.",
      p.faulty_sites, {{"end", FaultySites::end}, {"leave_out", FaultySites::leave_out}});
  fields.number("at_least_sites",
                "The least number of sites with which a run goes on when others stop answering; 0 "
                "ends the run.",
                p.at_least_sites, 0, 1000000);
  fields.number("landmarks",
                "The largest number of landmarks of spectral-clustering and of landmark_method "
                "mmd; also at most one for eight subjects.",
                p.landmarks, 4, 100000);
  fields.choice(
      "landmark_method",
      "What a method's reference points are: none takes the reference's own; mmd moves landmarks "
      "towards the sites' subjects as Fed-tSNE was published, which reveals sums over them in each "
      "round.",
      p.landmark_method, {{"none", LandmarkMethod::none}, {"mmd", LandmarkMethod::mmd}});
  fields.number("mmd_rounds", "How many rounds landmark_method mmd takes.", p.mmd_rounds, 1, 10000);
  fields.number("mmd_steps", "How many steps a site makes in a round of landmark_method mmd.",
                p.mmd_steps, 1, 1000);
  fields.number("mmd_widths",
                "How many kernels of different width landmark_method mmd adds up; 1 is the mean "
                "distance alone.",
                p.mmd_widths, 1, 7);
  fields.choice("mmd_average",
                "What landmark_method mmd averages over the sites: variables, the landmarks after "
                "each site's steps, or gradients, those at these landmarks.",
                p.mmd_average,
                {{"variables", MmdAverage::variables}, {"gradients", MmdAverage::gradients}});
  fields.number("mmd_noise",
                "Standard deviation of the noise on each number of a gradient of landmark_method "
                "mmd, as a multiple of that of the gradient's numbers; 0 is none.",
                p.mmd_noise, 0, 100);
  fields.number("no_dims", "Dimensions of the map, 2 or 3; of method sphere's sphere, up to 5.",
                p.no_dims, 2, 5);
  fields.number("initial_dims",
                "How many of the reference's principal components the data are reduced to; 0 keeps "
                "all features.",
                p.initial_dims, 0, 100000);
  fields.number("perplexity",
                "About how many neighbours each subject is kept close to, at least 1; 0 takes 30, "
                "or as many as a small number of points allows.",
                p.perplexity, 0, 10000);
  fields.number("n_neighbors",
                "How many neighbours each subject has in UMAP's graph, itself included.",
                p.n_neighbors, 2, 1000);
  fields.number("min_dist", "How close to each other subjects may lie on UMAP's map.", p.min_dist,
                0, 10);
  fields.number("spread", "How wide groups are on UMAP's map; at least min_dist.", p.spread, 0.1,
                10);
  fields.number("max_iterations", "Number of iterations; 0 takes the method's default.",
                p.max_iterations, 0, 100000);
  fields.number("local_iterations", "How many iterations a site makes between two messages.",
                p.local_iterations, 1, 10000);
  fields.choice("initialization",
                "Where points start: random, pca (the reference along its principal components, "
                "subjects at random) or tsne (the reference on a map of its own, subjects placed "
                "there).",
                p.initialization,
                {{"random", Initialization::random},
                 {"pca", Initialization::pca},
                 {"tsne", Initialization::tsne}});
  fields.choice("placement", "What places a site's own points.", p.placement,
                {{"reference", Placement::reference}, {"paper", Placement::paper}});
  fields.number("learning_rate",
                "How far points move in one iteration; 0 chooses it from the number of points.",
                p.schedule.learning_rate, 0, 1e6);
  fields.number("early_exaggeration",
                "Factor on the attraction between neighbours in the first iterations.",
                p.schedule.early_exaggeration, 1, 100);
  fields.number("early_exaggeration_iterations",
                "How many iterations the early exaggeration lasts; 0 is none.",
                p.schedule.early_exaggeration_iterations, 0, 100000);
  fields.number("least_members", "The least number of subjects in a sum that others see.",
                p.least_members, 1, 1000000);
  fields.number("momentum",
                "Share of the last move that goes into the next, in the first iterations.",
                p.schedule.momentum, 0, 0.99);
  fields.number("final_momentum",
                "Share of the last move that goes into the next, after the switch.",
                p.schedule.final_momentum, 0, 0.99);
  fields.number("momentum_switch_iteration",
                "After how many iterations the final momentum takes over.",
                p.schedule.momentum_switch_iteration, 0, 100000);
  fields.choice(
      "normalization",
      "How features are scaled: auto takes robust for the measures of MRIQC and QAP, recognized by "
      "their names, and none for anything else.",
      p.normalization,
      {{"auto", std::nullopt},
       {"none", data::Normalization::none},
       {"row_max", data::Normalization::row_max},
       {"zscore", data::Normalization::zscore},
       {"robust", data::Normalization::robust}});
  fields.choice(
      "missing",
      "What happens when a value is missing: auto takes impute for the measures of MRIQC and QAP, "
      "recognized by their names, and error for anything else; error stops the run (dsne check "
      "tells where), drop leaves the subject out, impute takes the reference's median.",
      p.missing,
      {{"auto", std::nullopt},
       {"error", data::Missing::error},
       {"drop", data::Missing::drop},
       {"impute", data::Missing::impute}});
  fields.choice("harmonization",
                "Whether scanner effects are removed for the map: auto removes them on a map of "
                "summaries of MRIQC's or QAP's measures, site gives each site's subjects "
                "the same location and spread in every feature. Scores and flags are never "
                "harmonized.",
                p.harmonization,
                {{"auto", std::nullopt},
                 {"none", data::Harmonization::none},
                 {"site", data::Harmonization::site}});
  fields.number("seed", "Seed of the random starts; other starts do not use it.", p.seed, 0,
                1000000000);
  fields.number(
      "dp_sigma",
      "Standard deviation of the noise on the clipped gradient, whose length is at most 1.",
      p.adaclip.sigma, 1e-6, 1e6);
  fields.number("dp_beta1", "How slowly the running mean follows the noisy gradient.",
                p.adaclip.beta1, 0, 0.999999);
  fields.number("dp_beta2", "How slowly the running variance follows the noisy gradient.",
                p.adaclip.beta2, 0, 0.999999);
  fields.number("dp_h1", "Least estimate of the variance, not above dp_h2.", p.adaclip.h1, 1e-12,
                1e6);
  fields.number("dp_h2", "Largest estimate of the variance.", p.adaclip.h2, 1e-12, 1e6);
  fields.number("dp_m0", "The running mean at the start.", p.adaclip.m0, -1e6, 1e6);
  fields.number("dp_s0", "The running standard deviation at the start.", p.adaclip.s0, 1e-12, 1e6);
  fields.number("dp_epsilon",
                "The epsilon that a run of dp-density costs each site; it determines the noise.",
                p.dp_epsilon, 0.01, 100);
  fields.number(
      "dp_cells",
      "Cells along each side of the grid over the reference's map in which dp-density counts.",
      p.dp_cells, 2, 100);
  fields.number("dp_delta",
                "The delta for which epsilon is computed and the sites' budgets are kept.",
                p.dp_delta, 1e-12, 1e-3);
  fields.number("dp_colluding",
                "How many sites may collude with the coordinator and each other without breaking "
                "a guarantee whose noise all sites add together, as of method sphere.",
                p.dp_colluding, 1, 1000);
  fields.choice("sphere_form",
                "How method sphere places regions: closed is the published form, minimised "
                "reduces its stress further.",
                p.sphere_form,
                {{"minimised", sphere::Form::minimised}, {"closed", sphere::Form::closed}});
  fields.number("sphere_epsilon",
                "The epsilon that the network of method sphere costs each site; 0 sums networks "
                "without a guarantee.",
                p.sphere_epsilon, 0, 100);
  fields.number("clusters",
                "Number of clusters for method spectral-clustering; 0 takes the largest gap "
                "between eigenvalues.",
                p.clusters, 0, 50);
  fields.number("kernel_width",
                "Width of spectral-clustering's kernel, as a multiple of the landmarks' squared "
                "distance to their seventh nearest.",
                p.kernel_width, 0.01, 100);
  fields.number("network_width", "Width of each of the three hidden layers of fedne's network.",
                p.network_width, 2, 1024);
  fields.number("batch_edges",
                "How many pairs of neighbours are in one training step of fedne's network.",
                p.batch_edges, 1, 4096);
  fields.number("neighbour_mixing",
                "The alpha of the Beta distribution by which fedne mixes a subject with a "
                "neighbour, to stand for neighbours at other sites; 0 mixes none.",
                p.neighbour_mixing, 0, 5);
  fields.number("proximal_weight",
                "How strongly fedne pulls a site's network towards the common one during training.",
                p.proximal_weight, 0, 1000);
  fields.choice("surrogates",
                "What stands for other sites' subjects, which repel a site's own, in fedne: "
                "reference (the reference's points), sum (how strongly all subjects repel, summed "
                "over the sites), sites (the same of each site by itself) or none.",
                p.surrogates,
                {{"reference", Surrogates::reference},
                 {"sum", Surrogates::sum},
                 {"sites", Surrogates::sites},
                 {"none", Surrogates::none}});
  fields.choice("averaged",
                "What fedne averages over the sites in each round: weights, of the networks that "
                "each has trained by itself, or gradients, for one step that all make together.",
                p.averaged, {{"weights", Averaged::weights}, {"gradients", Averaged::gradients}});
  fields.number("input_noise",
                "How much noise fedne adds to the network's input during training, so that it "
                "generalizes to new subjects: 1 is as much as subjects differ.",
                p.input_noise, 0, 10);
  fields.number("simulation_seed",
                "0 takes the noise from the system's secure generator; another number is a seed, "
                "with which the run can be repeated and protects nobody.",
                p.simulation_seed, 0, 1000000000);
  return fields.all;
}

}  // namespace

std::vector<ParameterRule> parameter_rules() {
  Parameters standard;
  std::vector<ParameterRule> rules;
  for (const Field& field : fields_of(standard)) rules.push_back(field.rule);
  return rules;
}

bool is_simulation(const Parameters& parameters) { return parameters.simulation_seed != 0; }

bool is_parameter(const std::string& name) {
  const std::vector<ParameterRule> rules = parameter_rules();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const ParameterRule& rule) { return rule.name == name; });
}

Parameters parse_parameters(const Json& given) {
  check_retired(given);
  Parameters parameters;
  for (const Field& field : fields_of(parameters)) {
    const auto value = given.find(field.rule.name);
    if (value == given.end()) continue;
    check(field.rule, *value);
    field.set(*value);
  }
  if (parameters.perplexity > 0 && parameters.perplexity < 1) {
    throw InputError("parameter perplexity must be 0, or 1 at least");
  }
  constexpr int most_map_dimensions = 3;
  if (parameters.no_dims > most_map_dimensions && ending(parameters) == Ending::embedding) {
    throw InputError("parameter no_dims must be 2 or 3 with method " + parameters.method);
  }
  return parameters;
}

Json to_json(const Parameters& parameters) {
  Parameters written = parameters;
  Json json = Json::object();
  for (const Field& field : fields_of(written)) json[field.rule.name] = field.rule.standard;
  return json;
}

}  // namespace dsne::methods
