#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "methods/findings.h"
#include "quality/nearest_labels.h"
#include "remote/joint_harmonization.h"
#include "remote/joint_page.h"
#include "remote/measures.h"
#include "remote/phases.h"
#include "report/density_figure.h"
#include "report/group_table.h"
#include "report/joint_embedding.h"
#include "report/reasons.h"
#include "report/text.h"
#include "sentences/privacy_note.h"

namespace dsne::remote {
namespace {

constexpr int accuracy_neighbours = 10;

report::EmbeddingPart reference_part(const RemoteRun& run, const Step& step,
                                     const methods::CoordinatorMethod& method) {
  Matrix coordinates = method.reference_coordinates();
  const Eigen::Index points = coordinates.rows();
  return {report::reference_site, points, std::move(coordinates),
          labels_of(read_reference(run, step))};
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
      Json::array({{{"measure", "reference points"}, {"value", metrics.at("reference_points")}},
                   {{"measure", "rounds"}, {"value", metrics.at("rounds")}}});
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
  if (metrics.contains("kl_divergence")) {
    measures.push_back({{"measure", "mean within-site KL divergence"},
                        {"value", rounded(metrics.at("kl_divergence").at("mean"))}});
  }
  return {{"sites", site_table(metrics)}, {"measures", measures}};
}

/// Returns the map's parts as shown: on a map of summaries each site by its rows, unless it shares
/// its subjects' positions.
std::vector<report::EmbeddingPart> shown_parts(const std::vector<report::EmbeddingPart>& parts,
                                               const run::RunReference& reference) {
  const auto& map = reference.summaries;
  if (!map || reference.landmarks || parts.front().coordinates.rows() == 0) return parts;
  return report::with_sources(parts, map->pool.sources, site_names(*map), map->pool.subjects);
}

/// Adds the sites' densities to the joint report's page: over the map, as a table of groups if the
/// reference has labels, and as a figure with sentences.
/// @param files gets `density.csv` and `density.png`, which belong beside the page
void add_densities(const quality::SiteDensities& densities,
                   const std::vector<report::EmbeddingPart>& parts,
                   const methods::Parameters& parameters, report::Page& page, Files& files) {
  const report::DensityReport report{densities, quality::compare_densities(densities)};
  page.plots.scene = report::make_scene(report::joined(parts), &report);
  const std::string title =
      sentences::marked_title("Where each site's subjects lie on the map", parameters);
  const std::string image = report::png(report::density_picture(page.plots.scene, title));
  if (auto table = report::group_table(report, parts.front())) {
    page.tables.push_back(std::move(*table));
  }
  page.figures.push_back({title, image, report::density_sentences(report)});
  add_file("density.csv", report::density_csv(report),
           "each site's noisy count in each cell of the map", page, files);
  add_file("density.png", image, "these counts as an image", page, files);
}

Files joint_files(const std::vector<report::EmbeddingPart>& parts, const Json& metrics,
                  const RemoteRun& run, const Step& step, const run::RunReference& reference,
                  const quality::SiteDensities* densities) {
  const std::vector<report::EmbeddingPart> shown = shown_parts(parts, reference);
  std::vector<report::EmbeddingPart> shared = parts;
  shared.front() = shown.front();
  report::Page page = joint_page(run, step, metrics, reference, shown);
  Files files;
  add_file("embedding.csv", report::joint_csv(report::joined(shared)),
           "every position that the sites share, and the reference's", page, files);
  add_file("reference_embedding.csv", report::joint_csv(report::joined({shown.front()})),
           "the reference's positions", page, files);
  add_file("metrics.json", metrics.dump(2, ' ', true) + "\n", "what was measured", page, files);
  page.files.emplace_back("measures.csv", "which measures count, and which sites lack some");
  files.push_back(measures_file(
      report::shown_names(reference.points.features, reference.points.values.cols()), run));
  page.files.emplace_back("embedding.png", "the figure as an image");
  page.files.emplace_back("embedding.svg", "the figure for print");
  if (reference.summaries && !reference.landmarks) {
    add_file("summary_embedding.csv",
             report::summary_csv(report::joined(rows_of(parts, *reference.summaries))),
             "where the rows of the summaries lie", page, files);
    add_harmonization(*reference.summaries, parts, page, files);
  }
  if (densities != nullptr) {
    add_densities(*densities, shown, run.plan.parameters, page, files);
  }
  for (File& file : report::files_of(page)) files.push_back(std::move(file));
  for (File& file : files) file.name = "joint/" + file.name;
  return files;
}

/// Lost sites are told, too: one that is only late draws its report like the others.
run::SiteNames told_names(const RemoteRun& run) {
  run::SiteNames names = run.names;
  names.insert(run.lost_sites.begin(), run.lost_sites.end());
  return names;
}

Output end_of_run(const Step& step, const RemoteRun& run) {
  if (!run.plan.makes_map) return end_with_result(step, run);
  const std::vector<report::EmbeddingPart> parts = report::parse_embedding(
      run.report.at("map"), run.plan.parameters.no_dims, exchange::coordinator_cache_name);
  Json metrics = with_plain_numbers(run.report.at("metrics"));
  name_left_out_sites(run, metrics);
  methods::JointFindings found = make_coordinator_method(run, step)->findings();
  auto* densities = std::get_if<quality::SiteDensities>(&found.value);
  if (densities != nullptr) {
    for (quality::SiteDensity& counts : densities->sites) counts.site = run.names.at(counts.site);
  }
  Files files = joint_files(parts, metrics, run, step, read_reference(run, step), densities);
  return {result_tables(metrics), std::move(files)};
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
  Output end = end_of_run(step, run);
  make_disk_cache(run, step).forget();
  run.moment = {phase::finished, run.moment.round + 1};
  run.report = nullptr;
  end.message.update(message_at(run.moment));
  return end;
}

}  // namespace dsne::remote
