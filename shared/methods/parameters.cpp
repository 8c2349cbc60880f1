#include "methods/parameters.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <charconv>
#include <cmath>

#include "core/errors.h"
#include "core/phrases.h"
#include "methods/method.h"
#include "tsne/affinities.h"

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

constexpr std::array<Retired, 14> retired = {{
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
    {"least_members", nullptr, "least_in_sums takes its place; a site's settings still have it"},
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

/// Returns the options of parameters, which must outlive them.
std::vector<OptionList::Option> options_of(Parameters& parameters) {
  OptionList options;
  parameters.list(options);
  return options.all();
}

}  // namespace

EffectiveNeighbours::EffectiveNeighbours(double number)
    : wanted(number > 0 ? number : EffectiveNeighbours().wanted), by_owner(number > 0) {}

double EffectiveNeighbours::at_most_of(Eigen::Index points) const {
  return std::min(wanted, tsne::largest_perplexity(points));
}

void EffectiveNeighbours::check(Eigen::Index points, const std::string& whose) const {
  const double largest = tsne::largest_perplexity(points);
  if (!by_owner || wanted <= largest) return;
  throw InputError("perplexity is too large: with " + whose + " it must be at most " +
                   rounded_down(largest));
}

void RunOptions::list(OptionList& options) {
  OptionList::Choices<std::string> methods;
  for (const Method* known : known_methods()) methods.emplace_back(known->name, known->name);
  options.choice("method", method, methods, "How the map is computed.",
                 "`dsne` is dSNE round by round, `dp-dsne` the same with noise; "
                 "[docs/methods.md](methods.md) has all. [Three ways](../README.md#three-ways)");
  options.choice(
      "reference", reference,
      {{"auto", ReferenceChoice::automatic},
       {"given", ReferenceChoice::given},
       {"summaries", ReferenceChoice::summaries},
       {"public", ReferenceChoice::public_scans}},
      "Where the reference comes from: auto uses one that a site brings or the image contains, and "
      "the sites' summaries; given only the first, summaries only the second; public takes the "
      "program's public T1-weighted scans, with the summaries unless the run has a guarantee.",
      "`public` for MRIQC's measures where sites are few or small, or no summary may be used; "
      "`given` for another public reference");
  options.choice("faulty_sites", faulty_sites,
                 {{"end", FaultySites::end}, {"leave_out", FaultySites::leave_out}},
                 "What happens where a site's files have faults: end ends the run and reports all "
                 "sites' faults; leave_out goes on without the site, and the reports name it.",
                 "`leave_out` with many sites, so that one bad file does not end the run");
  options.number("at_least_sites", at_least_sites, 0, 1000000,
                 "The least number of sites with which a run goes on when others stop answering; 0 "
                 "ends the run.",
                 "With many sites under another engine than COINSTAC, which waits for all. "
                 "[engines.md](engines.md#a-site-that-stops-answering)");
  options.choice(
      "normalization", normalization,
      {{"auto", std::nullopt},
       {"none", data::Normalization::none},
       {"row_max", data::Normalization::row_max},
       {"zscore", data::Normalization::zscore},
       {"robust", data::Normalization::robust}},
      "How features are scaled: auto takes robust for the measures of MRIQC and QAP, recognized by "
      "their names, and none for anything else.",
      "`none` for features of one unit, like pixels; `zscore` or `robust` where units differ; "
      "`row_max` to compare with the published plugin. [See below](#normalization)");
  options.choice(
      "missing", missing,
      {{"auto", std::nullopt},
       {"error", data::Missing::error},
       {"drop", data::Missing::drop},
       {"impute", data::Missing::impute}},
      "What happens when a value is missing: auto takes impute for the measures of MRIQC and QAP, "
      "recognized by their names, and error for anything else; error stops the run (dsne check "
      "tells where), drop leaves the subject out, impute takes the reference's median.",
      "Where you know that values are missing; a run with a guarantee takes `impute` only");
  options.choice("harmonization", harmonization,
                 {{"auto", std::nullopt},
                  {"none", data::Harmonization::none},
                  {"site", data::Harmonization::site}},
                 "Whether scanner effects are removed for the map: auto removes them on a map of "
                 "summaries of MRIQC's or QAP's measures, site gives each site's subjects the same "
                 "location and spread in every feature. Scores and flags are never harmonized.",
                 "Where scanners pull the sites apart on the map. [See below](#harmonization)");
  options.number("initial_dims", initial_dims, 0, 100000,
                 "How many of the reference's principal components the data are reduced to; 0 "
                 "keeps all features.",
                 "0 to compare the features as they are; without effect where there are no more "
                 "features than this");
  options.number("dp_delta", dp_delta, 1e-12, 1e-3,
                 "The delta for which epsilon is computed and the sites' budgets are kept.",
                 "Below one over every site's number of subjects");
  options.number(
      "simulation_seed", simulation_seed, 0, 1000000000,
      "0 takes the noise from the system's secure generator; another number is a seed, with which "
      "the run can be repeated and protects nobody.",
      "In experiments only; all results say so, and every site's settings must allow it");
}

void MapOptions::list(OptionList& options) {
  options.number("no_dims", no_dims, 2, 5,
                 "Dimensions of the map, 2 or 3; of method sphere's sphere, up to 5.",
                 "3 for a map in space");
  options.number("perplexity", neighbours, 0, 10000,
                 "About how many neighbours each subject is kept close to, at least 1; 0 takes 30, "
                 "or as many as a small number of points allows.",
                 "Smaller for small groups; at most (points − 1)/3 of a site's own and the "
                 "reference's points");
  options.number("max_iterations", max_iterations, 0, 100000,
                 "Number of iterations; 0 takes the method's default.",
                 "0 takes 200 for `fedne`, 750 for `fed-tsne`, 500 for `fed-umap`, 5 for the "
                 "others; `dp-dsne` needs some 1,000, and pays for each");
  options.choice(
      "initialization", initialization,
      {{"random", Initialization::random},
       {"pca", Initialization::pca},
       {"tsne", Initialization::tsne}},
      "Where points start: random, pca (the reference along its principal components, subjects at "
      "random) or tsne (the reference on a map of its own, subjects placed there).",
      "`random` for dSNE as it was published");
  options.number("seed", seed, 0, 1000000000,
                 "Seed of the random starts; other starts do not use it.",
                 "To see how much of a map is chance");
  options.number("learning_rate", schedule.learning_rate, 0, 1e6,
                 "How far points move in one iteration; 0 chooses it from the number of points.",
                 "Rarely; 0 takes the number of points / 48, at least 10");
  options.number("early_exaggeration", schedule.early_exaggeration, 1, 100,
                 "Factor on the attraction between neighbours in the first iterations.",
                 "Rarely; without effect where its iterations are 0");
  options.number("early_exaggeration_iterations", schedule.early_exaggeration_iterations, 0, 100000,
                 "How many iterations the early exaggeration lasts; 0 is none.",
                 "250 when `initialization` is `random` or `pca`");
  options.number("momentum", schedule.momentum, 0, 0.99,
                 "Share of the last move that goes into the next, in the first iterations.",
                 "Rarely");
  options.number("final_momentum", schedule.final_momentum, 0, 0.99,
                 "Share of the last move that goes into the next, after the switch.", "Rarely");
  options.number("momentum_switch_iteration", schedule.momentum_switch_iteration, 0, 100000,
                 "After how many iterations the final momentum takes over.",
                 "Rarely; a run with fewer iterations keeps the first momentum");
}

void SumOptions::list(OptionList& options) {
  options.number("least_in_sums", least_in_sums, 1, 1000000,
                 "The least number of subjects in a sum that others see.",
                 "More to show less of single subjects");
}

void LandmarkOptions::list(OptionList& options) {
  options.number("landmarks", landmarks, 4, 100000,
                 "The largest number of landmarks of spectral-clustering and of landmark_method "
                 "mmd; also at most one for eight subjects.",
                 "Rarely");
  options.choice(
      "landmark_method", landmark_method,
      {{"none", LandmarkMethod::none}, {"mmd", LandmarkMethod::mmd}},
      "What a method's reference points are: none takes the reference's own; mmd moves landmarks "
      "towards the sites' subjects as Fed-tSNE was published, which reveals sums over them in each "
      "round.",
      "`mmd` to study the publication; every site's settings must then allow the method");
  options.number("mmd_rounds", mmd_rounds, 1, 10000, "How many rounds landmark_method mmd takes.",
                 "500 with `mmd_steps` 1");
  options.number("mmd_steps", mmd_steps, 1, 1000,
                 "How many steps a site makes in a round of landmark_method mmd.",
                 "1 where sites differ");
  options.number("mmd_widths", mmd_widths, 1, 7,
                 "How many kernels of different width landmark_method mmd adds up; 1 is the mean "
                 "distance alone.",
                 "1 for the published form");
  options.choice("mmd_average", mmd_average,
                 {{"variables", MmdAverage::variables}, {"gradients", MmdAverage::gradients}},
                 "What landmark_method mmd averages over the sites: variables, the landmarks after "
                 "each site's steps, or gradients, those at these landmarks.",
                 "To study the publication; with one step a round both are the same");
  options.number("mmd_noise", mmd_noise, 0, 100,
                 "Standard deviation of the noise on each number of a gradient of landmark_method "
                 "mmd, as a multiple of that of the gradient's numbers; 0 is none.",
                 "1 for the published `+` forms; it protects nobody");
}

void Parameters::list(OptionList& options) {
  RunOptions::list(options);
  MapOptions::list(options);
  SumOptions::list(options);
  LandmarkOptions::list(options);
  SingleShotOptions::list(options);
  DsneOptions::list(options);
  DpDsneOptions::list(options);
  DpDensityOptions::list(options);
  SpectralOptions::list(options);
  SphereOptions::list(options);
  FedneOptions::list(options);
  UmapOptions::list(options);
}

std::vector<ParameterRule> parameter_rules() {
  Parameters standard;
  std::vector<ParameterRule> rules;
  for (const auto& option : options_of(standard)) rules.push_back(option.rule);
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
  for (const auto& option : options_of(parameters)) {
    const auto value = given.find(option.rule.name);
    if (value == given.end()) continue;
    check(option.rule, *value);
    option.set(*value);
  }
  if (parameters.neighbours.wanted < 1) {
    throw InputError("parameter perplexity must be 0, or 1 at least");
  }
  constexpr int most_map_dimensions = 3;
  if (parameters.no_dims > most_map_dimensions &&
      find_method(parameters.method).ending == Ending::embedding) {
    throw InputError("parameter no_dims must be 2 or 3 with method " + parameters.method);
  }
  return parameters;
}

Json to_json(const Parameters& parameters) {
  Parameters written = parameters;
  Json json = Json::object();
  for (const auto& option : options_of(written)) json[option.rule.name] = option.rule.standard;
  return json;
}

}  // namespace dsne::methods
