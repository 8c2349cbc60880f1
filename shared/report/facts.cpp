#include "report/facts.h"

#include <algorithm>
#include <cmath>

#include "methods/method.h"
#include "run/preprocessing.h"
#include "summary/public_map.h"

namespace dsne::report {
namespace {

/// Returns whether features' spreads differ more than a million-fold (lower quartile), so that a
/// few features decide who is near whom.
bool scales_differ(const Matrix& points) {
  constexpr double large_ratio = 1e6;
  if (points.rows() == 0) return false;
  const data::Scaling scaling = data::fit_scaling(points, data::Normalization::zscore);
  std::vector<double> spreads;
  for (Eigen::Index f = 0; f < scaling.scale.size(); ++f) {
    const auto& none = scaling.without_spread;
    if (std::find(none.begin(), none.end(), f) == none.end()) spreads.push_back(scaling.scale(f));
  }
  std::sort(spreads.begin(), spreads.end());
  return !spreads.empty() && spreads.back() >= large_ratio * spreads[spreads.size() / 4];
}

TreatmentFacts treatment_of(const methods::Parameters& parameters, const data::Reference& points) {
  const run::Treatment any = run::treatment(parameters, {});
  const run::Treatment chosen = run::treatment(parameters, points.features);
  TreatmentFacts treatment;
  treatment.scaled_by_name = chosen.normalization != any.normalization;
  treatment.filled_by_name = chosen.missing != any.missing;
  treatment.fills = chosen.missing == data::Missing::impute;
  treatment.drops = chosen.missing == data::Missing::drop;
  treatment.is_scaled = chosen.normalization == data::Normalization::robust ||
                        chosen.normalization == data::Normalization::zscore;
  treatment.scales_differ =
      chosen.normalization == data::Normalization::none && scales_differ(points.values);
  treatment.harmonizes = run::harmonization(parameters) != data::Harmonization::none;
  return treatment;
}

std::optional<Iterations> iterations_of(const methods::Parameters& parameters,
                                        const methods::Method& method) {
  if (!methods::reads(method, "max_iterations")) return std::nullopt;
  const bool by_rounds = methods::reads(method, "local_iterations");
  return Iterations{methods::iterations(parameters), by_rounds ? parameters.local_iterations : 0,
                    methods::reads(method, "network_width")};
}

Summaries summaries_of(const summary::CommonMap& map) {
  Summaries summaries;
  for (const summary::NamedSummary& site : map.sources.sites) {
    const bool is_public = summary::is_public_site(site.site);
    (is_public ? summaries.public_rows : summaries.rows) += site.summary.means.rows();
    if (!is_public) ++summaries.sites;
  }
  summaries.harmonized = map.sources.harmonized;
  summaries.covariates = map.covariates.names;
  summaries.left_out_covariates = map.covariates.left_out;
  return summaries;
}

/// Returns a setting's value for reports; if left to `auto`, with the chosen value: "auto: robust".
std::string setting_text(const std::string& name, const Json& value, const Json& chosen) {
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  return text == "auto" && chosen.contains(name) ? text + ": " + chosen[name].get<std::string>()
                                                 : text;
}

void add_settings(const methods::Parameters& parameters, const Names& features, RunFacts& facts) {
  const Json given = with_plain_numbers(to_json(parameters));
  const Json usual = with_plain_numbers(to_json(methods::Parameters()));
  const Json chosen = to_json(run::treatment(parameters, features));
  for (const auto& [name, value] : given.items()) {
    (value == usual.at(name) ? facts.defaults : facts.changed)
        .emplace_back(name, setting_text(name, value, chosen));
  }
}

}  // namespace

RunFacts run_facts(const run::RunPlan& plan, const run::RunReference& reference) {
  const methods::Parameters& parameters = plan.parameters;
  const methods::Method& method = *plan.method;
  RunFacts facts;
  facts.method = method.name;
  facts.description = method.description(parameters);
  facts.disclosure = method.disclosure(parameters);
  facts.on_reference_alone =
      methods::reads(method, "placement") && parameters.placement == methods::Placement::reference;
  if (!facts.on_reference_alone) facts.iterations = iterations_of(parameters, method);
  facts.is_silent = plan.is_silent;
  facts.has_one_map = plan.posts_records;
  facts.masks_sums = plan.masks_sums();
  facts.is_simulation = plan.is_simulation;
  facts.guarantee = guarantee_of(plan);
  facts.reference_points = run::number_of_points(reference);
  if (plan.takes_public) facts.public_scans = summary::public_map().sources.about;
  if (reference.summaries) facts.summaries = summaries_of(*reference.summaries);
  facts.maps_summaries = reference.is_map();
  facts.has_common_map = reference.has_common_map();
  if (reference.landmarks) facts.landmarks = Landmarks{parameters.mmd_rounds, parameters.mmd_noise};
  facts.treatment = treatment_of(parameters, reference.points);
  facts.least_in_sums = parameters.least_in_sums;
  facts.unread = methods::unread(parameters);
  add_settings(parameters, reference.points.features, facts);
  return facts;
}

std::optional<FewPoints> few_points(const run::RunPlan& plan, Eigen::Index points) {
  // With the owner's own number, a run of too few points has already ended.
  if (!plan.neighbours || plan.neighbours->by_owner) return std::nullopt;
  const double used = plan.neighbours->at_most_of(points);
  if (used >= plan.neighbours->wanted) return std::nullopt;
  return FewPoints{points, used, plan.neighbours->wanted};
}

std::optional<Guarantee> guarantee_of(const run::RunPlan& plan) {
  const auto& releases = plan.guarantee;
  if (!releases) return std::nullopt;
  const methods::Parameters& parameters = plan.parameters;
  Guarantee guarantee;
  guarantee.epsilon =
      privacy::compose(releases->each.cost, releases->releases).epsilon(parameters.dp_delta);
  guarantee.delta = parameters.dp_delta;
  guarantee.releases = releases->releases;
  if (releases->shared_noise) guarantee.colluding = parameters.dp_colluding;
  guarantee.beside =
      releases->beside.empty() ? plan.method->disclosure(parameters) : releases->beside;
  return guarantee;
}

Json privacy_figures(const Guarantee& guarantee, bool is_simulation) {
  Json figures = {{"epsilon", guarantee.epsilon},
                  {"delta", guarantee.delta},
                  {"releases", guarantee.releases},
                  {"neighbours", "replace one"}};
  if (guarantee.colluding) figures["colluding_sites"] = *guarantee.colluding;
  if (is_simulation) figures["not_private"] = "simulation: the noise came from a seed";
  return figures;
}

std::optional<DominatingMeasure> dominating_measure(const Matrix& points, const Names& names) {
  constexpr double large_share = 0.9;
  if (points.cols() < 2 || points.rows() < 2) return std::nullopt;
  const Matrix centred = points.rowwise() - points.colwise().mean();
  const RowVector variances = centred.array().square().colwise().mean();
  Eigen::Index largest = 0;
  const double share = variances.maxCoeff(&largest) / variances.sum();
  if (!(share > large_share)) return std::nullopt;
  return DominatingMeasure{names.at(static_cast<std::size_t>(largest)), share};
}

}  // namespace dsne::report
