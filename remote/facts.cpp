#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "data/measure_names.h"
#include "remote/phases.h"
#include "report/plots.h"
#include "summary/seen_summaries.h"

namespace dsne::remote {
namespace {

using report::Names;

/// What people call the measures that a site lacks, or that its summary lacks of what others' have.
Names lacking_measures(const RemoteRun& run, const std::string& site) {
  std::set<std::string> names;
  for (const data::UnevenMeasure& measure : run.uneven) {
    const Names& without = measure.sites_without;
    if (std::ranges::find(without, site) != without.end()) names.insert(measure.name);
  }
  if (run.is_on_summaries() && run.summaries.contains(site)) {
    const Json& own = run.summaries.at(site).at("measures");
    for (const auto& [other, registered] : run.summaries.items()) {
      if (!registered.at("measures").is_array() || !own.is_array()) continue;
      for (const Json& measure : registered.at("measures")) {
        if (std::find(own.begin(), own.end(), measure) == own.end()) {
          names.insert(measure.get<std::string>());
        }
      }
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
  for (const auto& [site, points] : run.sites) {
    facts.sites.push_back({run.names.at(site), points, lacking_measures(run, site)});
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
