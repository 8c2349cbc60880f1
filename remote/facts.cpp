#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "data/measure_names.h"
#include "remote/phases.h"
#include "report/plots.h"
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

}  // namespace

double rounded(const Json& number) { return std::round(number.get<double>() * 1e4) / 1e4; }

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

}  // namespace dsne::remote
