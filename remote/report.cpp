#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/errors.h"
#include "data/names/measure_names.h"
#include "exchange/site_answers.h"
#include "methods/method.h"
#include "quality/nearest_labels.h"
#include "remote/remote_run.h"
#include "report/facts.h"
#include "report/page.h"
#include "report/plots.h"
#include "report/text.h"
#include "report/words.h"
#include "summary/seen_summaries.h"

namespace dsne::remote {
namespace {

using report::Names;

/// The names of a summary's measures by their keys, which all spellings have in common.
using KeyedNames = std::map<std::string, std::string>;

/// Returns each site's measures; of a summary of arrays none.
std::map<std::string, KeyedNames> summarized_measures(const RemoteRun& run) {
  std::map<std::string, KeyedNames> sites;
  if (!run.is_on_summaries()) return sites;
  for (const auto& [site, registered] : run.summaries.items()) {
    if (!registered.at("measures").is_array()) continue;
    KeyedNames& names = sites[site];
    for (const Json& measure : registered.at("measures")) {
      const auto& name = measure.get_ref<const std::string&>();
      names.emplace(data::measure_key(name), name);
    }
  }
  return sites;
}

/// What people call the measures that a site lacks, or that its summary lacks of what others' have.
/// @param summarized of each site
/// @param all        of all sites together
Names lacking_measures(const RemoteRun& run, const std::string& site,
                       const std::map<std::string, KeyedNames>& summarized, const KeyedNames& all) {
  std::set<std::string> names;
  for (const data::UnevenMeasure& measure : run.uneven) {
    const Names& without = measure.sites_without;
    if (std::ranges::find(without, site) != without.end()) names.insert(measure.name);
  }
  if (const auto own = summarized.find(site); own != summarized.end()) {
    for (const auto& [key, name] : all) {
      if (!own->second.contains(key)) names.insert(name);
    }
  }
  Names terms;
  for (const std::string& name : names) {
    const data::MeasureTerm term = data::measure_term(name);
    if (!term.is_geometry) terms.push_back(term.name);  // one size for all is no lack
  }
  return terms;
}

/// Adds the maps with too few points.
void add_few_points(const RemoteRun& run, report::JointMapFacts& facts) {
  Eigen::Index all = 0;
  for (const auto& [site, points] : run.sites) {
    all += points;
    if (facts.run.has_one_map) continue;
    const auto few = report::few_points(run.plan, points + run.reference_points);
    if (few) facts.few_points.push_back(*few);
  }
  if (facts.run.has_one_map) facts.few_in_all = report::few_points(run.plan, all);
}

/// Rounds a measure to four digits after the point, because COINSTAC shows all digits.
double rounded(const Json& number) { return std::round(number.get<double>() * 1e4) / 1e4; }

/// Returns what the joint report tells of a run.
/// @param reference the run's, or none
report::JointFacts joint_facts(const RemoteRun& run, const Step& step,
                               const run::RunReference& reference) {
  report::JointFacts facts;
  facts.run = report::run_facts(run.plan, reference);
  facts.run.name = step.folders.own.filename().string();
  facts.run.day = step.day;
  facts.run.left_out = left_out_of(run);
  if (reference.summaries) {
    facts.run.replaced =
        summary::replaced_summaries(summary::read_seen_summaries(step.folders.own.parent_path()),
                                    reference.summaries->sources, run.reference_digest);
  }
  const auto summarized = summarized_measures(run);
  KeyedNames all;
  for (const auto& [site, names] : summarized) all.insert(names.begin(), names.end());
  for (const auto& [site, points] : run.sites) {
    facts.sites.push_back(
        {run.names.at(site), points, lacking_measures(run, site, summarized, all)});
  }
  facts.shared_names = run::shared_names(run.names);
  return facts;
}

/// Returns what the joint report of a run that ended in a map tells.
/// @param joint of the same run
/// @param parts the map, the reference first
/// @param metrics measures of the map, as in metrics.json
report::JointMapFacts joint_map_facts(const RemoteRun& run, report::JointFacts joint,
                                      run::RunReference reference,
                                      std::vector<report::EmbeddingPart> parts, Json metrics) {
  report::JointMapFacts facts(std::move(joint));
  facts.parts = std::move(parts);
  facts.rounds = run.embed_round;
  if (metrics.contains("label_accuracy")) {
    facts.label_accuracy = rounded(metrics.at("label_accuracy").at("value"));
  }
  facts.metrics = std::move(metrics);
  facts.measures = report::shown_names(reference.points.features, reference.points.values.cols());
  facts.map = std::move(reference.summaries);
  if (!facts.run.maps_summaries) add_few_points(run, facts);
  return facts;
}

constexpr int accuracy_neighbours = 10;

report::EmbeddingPart reference_part(const RemoteRun& run, const Step& step,
                                     const methods::CoordinatorMethod& method) {
  Matrix coordinates = method.reference_coordinates();
  const Eigen::Index points = coordinates.rows();
  return {report::reference_site, points, std::move(coordinates),
          labels_of(read_reference(run, step))};
}

/// Returns metrics.json as far as it is the same for every run: parameters, rounds, sites and cost.
Json begun_metrics(const RemoteRun& run) {
  Json metrics = {{"parameters", to_json(run.plan.parameters)},
                  {"rounds", run.embed_round},
                  {"sites", Json::object()}};
  for (const auto& [site, points] : run.sites) {
    metrics["sites"][run.names.at(site)]["points"] = points;
  }
  if (const auto guarantee = report::guarantee_of(run.plan)) {
    metrics["privacy"] = report::privacy_figures(*guarantee, run.plan.is_simulation);
  }
  return metrics;
}

/// Returns the table of sites that COINSTAC shows, from metrics.
Json site_table(const Json& metrics) {
  report::Names names;
  for (const auto& [site, entry] : metrics.at("sites").items()) names.push_back(site);
  std::sort(names.begin(), names.end(), report::natural_less);
  Json sites = Json::array();
  for (const std::string& site : names) {
    sites.push_back({{"site", site}, {"subjects", metrics.at("sites").at(site).at("points")}});
  }
  return sites;
}

/// Returns the mean KL divergence of the sites that share their positions; null without any.
Json mean_divergence(const exchange::SiteAnswers& answers) {
  if (!answers.has_sum(methods::kl_divergence_name)) return nullptr;
  const Matrix sum = answers.sum(methods::kl_divergence_name, 1, 2, methods::kl_divergence_bound);
  if (sum(0, 1) < 1) return nullptr;
  return {{"sites", sum(0, 1)}, {"mean", rounded(sum(0, 0) / sum(0, 1))}};
}

/// Measures the map for metrics.json.
Json measure(const exchange::SiteAnswers& answers, const std::vector<report::EmbeddingPart>& parts,
             const RemoteRun& run) {
  Json metrics = begun_metrics(run);
  metrics["reference_points"] = run.reference_points;
  if (run.is_on_summaries()) metrics["sites_with_summary"] = run.summaries.size();
  if (const Json divergence = mean_divergence(answers); !divergence.is_null()) {
    metrics["kl_divergence"] = divergence;
  }
  const report::Embedding embedding = report::joined(parts);
  if (const auto accuracy =
          quality::label_accuracy(embedding.coordinates, embedding.labels, accuracy_neighbours)) {
    metrics["label_accuracy"] = {{"neighbours", accuracy->neighbours},
                                 {"points", accuracy->points},
                                 {"value", accuracy->value}};
  }
  return metrics;
}

/// Returns the tables that COINSTAC shows, columns in alphabetical order; every row has the same
/// ones.
Json result_tables(const Json& metrics) {
  Json measures =
      Json::array({{{"measure", "reference points"}, {"value", metrics.at("reference_points")}}});
  if (metrics.at("rounds") > 0) {
    measures.push_back({{"measure", "rounds of the method"}, {"value", metrics.at("rounds")}});
  }
  if (metrics.contains("privacy")) {
    const Json& privacy = metrics.at("privacy");
    const bool simulated = privacy.contains("not_private");
    measures.push_back(
        {{"measure", simulated ? "epsilon (NOT PRIVATE: simulated noise)" : "epsilon"},
         {"value", privacy.at("epsilon")}});
    measures.push_back({{"measure", "delta"}, {"value", privacy.at("delta")}});
  }
  if (metrics.contains("label_accuracy")) {
    measures.push_back({{"measure", "10-nearest-neighbour label accuracy"},
                        {"value", rounded(metrics.at("label_accuracy").at("value"))}});
  }
  return {{"sites", site_table(metrics)}, {"measures", measures}};
}

/// Lost sites are told, too: one that is only late draws its report like the others.
run::SiteNames told_names(const RemoteRun& run) {
  run::SiteNames names = run.names;
  names.insert(run.lost_sites.begin(), run.lost_sites.end());
  return names;
}

/// Returns the names of the measures used.
report::Names used_measures(const RemoteRun& run, const run::RunReference& reference) {
  if (!run.plan.needs_reference) return report::shown_names(run.features, run.number_of_features);
  return report::shown_names(reference.points.features, reference.points.values.cols());
}

/// Ends a run that ends in a result: with the joint report, its tables, and `result.json`.
Output end_with_result(const Step& step, const RemoteRun& run, const report::JointFacts& facts,
                       const run::RunReference& reference) {
  const Json& result = run.report.at("result");
  Json metrics = begun_metrics(run);
  metrics["result"] = result;
  name_left_out_sites(run, metrics);
  if (const auto note = report::words::without_effect(facts.run); !note.empty()) {
    metrics["note"] = note.front();
  }
  methods::JointFindings found = make_coordinator_method(run, step)->findings();
  Files files;
  if (const auto* group = std::get_if<sphere::GroupSphere>(&found.value)) {
    files = report::joint_sphere_files(facts, *group);
  } else if (auto* clusters = std::get_if<spectral::JointClusters>(&found.value)) {
    for (spectral::SiteClusterSizes& site : clusters->sites) site.site = run.names.at(site.site);
    std::ranges::sort(clusters->sites, report::natural_less, &spectral::SiteClusterSizes::site);
    files = report::joint_cluster_files(facts, *clusters);
  }
  files.push_back({"result.json", metrics.dump(2, ' ', true) + '\n', "joint/result.json"});
  files.push_back(report::measures_file(facts.run, used_measures(run, reference)));
  for (File& file : files) file.name = "joint/" + file.name;
  Json shown = {{"result", result}, {"sites", site_table(metrics)}};
  return {std::move(shown), std::move(files)};
}

Output end_with_map(const Step& step, const RemoteRun& run, report::JointFacts joint,
                    run::RunReference reference) {
  Json metrics = with_plain_numbers(run.report.at("metrics"));
  name_left_out_sites(run, metrics);
  std::vector<report::EmbeddingPart> parts = report::parse_embedding(
      run.report.at("map"), run.plan.parameters.no_dims, exchange::coordinator_cache_name);
  report::JointMapFacts facts =
      joint_map_facts(run, std::move(joint), std::move(reference), std::move(parts), metrics);
  methods::JointFindings found = make_coordinator_method(run, step)->findings();
  if (auto* densities = std::get_if<quality::SiteDensities>(&found.value)) {
    for (quality::SiteDensity& counts : densities->sites) counts.site = run.names.at(counts.site);
    facts.densities = {*densities, quality::compare_densities(*densities)};
  }
  return {result_tables(metrics), report::joint_files(facts)};
}

}  // namespace

Output make_embedding(const Step& step, RemoteRun& run) {
  std::vector<report::EmbeddingPart> parts = {
      reference_part(run, step, *make_coordinator_method(run, step))};
  for (const auto& [site, points] : run.sites) {
    parts.push_back(report::parse_part(run.names.at(site), points,
                                       step.input.value(site, Json::object()),
                                       run.plan.parameters.no_dims, exchange::message_name(site)));
  }
  const exchange::SiteAnswers answers(step.input.get<std::map<std::string, Json>>());
  run.report = {{"map", report::to_json(parts)}, {"metrics", measure(answers, parts, run)}};
  run.moment = {phase::report, run.moment.round + 1};
  Json message = message_at(run.moment);
  message["map"] = run.report["map"];
  if (run.has_names()) message["site_names"] = told_names(run);
  tell_left_out(run, message);
  return {message};
}

Output finish_run(const Step& step, RemoteRun& run) {
  run::RunReference reference =
      run.plan.needs_reference ? read_reference(run, step) : run::RunReference();
  report::JointFacts facts = joint_facts(run, step, reference);
  const auto warning = report::words::replaced_summaries(facts.run.replaced);
  if (reference.summaries) {
    summary::remember_summaries(step.folders.own.parent_path(), reference.summaries->sources,
                                run.reference_digest);
  }
  Output end = run.plan.makes_map ? end_with_map(step, run, std::move(facts), std::move(reference))
                                  : end_with_result(step, run, facts, reference);
  if (!warning.empty()) end.message["warning"] = warning.front();
  make_disk_cache(run, step).forget();
  run.moment = {phase::finished, run.moment.round + 1};
  run.report = nullptr;
  end.message.update(message_at(run.moment));
  return end;
}

}  // namespace dsne::remote
