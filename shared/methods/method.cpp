#include "methods/method.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "core/step.h"
#include "methods/dp_density/dp_density.h"
#include "methods/dsne/dsne.h"
#include "methods/fed_tsne/fed_tsne.h"
#include "methods/fedne/fedne.h"
#include "methods/single_shot/single_shot.h"
#include "methods/spectral_clustering/spectral_clustering.h"
#include "methods/sphere/sphere.h"

namespace dsne::methods {
namespace {

/// Returns whether a field that a site sends in the rounds is such a one.
template <typename Predicate>
bool sends_in_rounds(const Method& method, const Predicate& is_such) {
  return std::ranges::any_of(method.sent_fields, [&](const SentField& field) {
    return field.phase == phase::embed && is_such(field);
  });
}

/// Returns the parameters that the phases around a method's rounds read.
std::vector<std::string> read_by_every_run(const Method& method) {
  std::vector<std::string> names = {"method", "missing", "simulation_seed", "faulty_sites",
                                    "at_least_sites"};
  const bool is_private = method.privacy_plan({}).has_value();
  if (method.needs_reference) {
    names.insert(names.end(), {"reference", "normalization", "initial_dims"});
    if (!is_private) names.emplace_back("harmonization");
  }
  if (is_private) names.emplace_back("dp_delta");
  return names;
}

constexpr double steps_per_nat = 100;

}  // namespace

SentField kl_divergence_field() {
  return {phase::collect,
          "kl_divergence",
          Shows::sums,
          "1 × 2, only of methods that send it: how well the site's map fits its data, in nats, to "
          "two digits behind the point, and 1; 0 and 0 without `share_places`",
          "the mean over the sites",
          true};
}

exchange::SumTerm kl_divergence_term(double divergence) {
  Matrix values(1, 2);
  values << std::round(divergence * steps_per_nat) / steps_per_nat, 1;
  return {kl_divergence_name, kl_divergence_bound, values};
}

const std::vector<const Method*>& known_methods() {
  static const std::vector<const Method*> all = {
      &single_shot(),   &dsne_method(), &dp_dsne(),  &dp_density(), &spectral_clustering(),
      &sphere_method(), &fedne(),       &fed_tsne(), &fed_umap()};
  return all;
}

const Method& find_method(const std::string& name) {
  for (const Method* method : known_methods()) {
    if (method->name == name) return *method;
  }
  throw InputError("there is no method of the name given in method");
}

bool reads(const Method& method, const std::string& parameter) {
  return std::ranges::count(read_by_every_run(method), parameter) > 0 ||
         std::ranges::count(method.parameters, parameter) > 0;
}

std::vector<std::string> unread(const Parameters& parameters) {
  const Method& method = find_method(parameters.method);
  const Json given = to_json(parameters);
  std::vector<std::string> names;
  for (const ParameterRule& rule : parameter_rules()) {
    if (given[rule.name] != rule.standard && !reads(method, rule.name)) names.push_back(rule.name);
  }
  return names;
}

bool sends_sums(const Method& method) {
  return sends_in_rounds(method, [](const auto& field) { return field.shows == Shows::sums; });
}

bool masks_sums(const Method& method) {
  return sends_in_rounds(method, [](const auto& field) { return field.masked; });
}

bool shows_records(const Method& method) {
  return sends_in_rounds(method, [](const auto& field) { return field.shows == Shows::records; });
}

bool is_silent(const Method& method) {
  return !sends_in_rounds(method, [](const auto&) { return true; });
}

std::optional<PrivacyPlan> possible_plan(const Method& method) {
  Parameters parameters;
  parameters.sphere_epsilon = 1;
  return method.privacy_plan(parameters);
}

std::optional<PrivacyPlan> privacy_plan(const Parameters& parameters) {
  return find_method(parameters.method).privacy_plan(parameters);
}

int iterations(const Parameters& parameters) {
  return parameters.max_iterations > 0 ? parameters.max_iterations
                                       : find_method(parameters.method).iterations;
}

}  // namespace dsne::methods
