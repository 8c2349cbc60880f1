#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "local/own_summary.h"
#include "local/phases.h"
#include "local/site_page.h"
#include "methods/findings.h"
#include "quality/verdict_model_file.h"
#include "report/joint_embedding.h"
#include "report/reasons.h"
#include "run/kept_subjects.h"
#include "run/preprocessing.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/summaries_note.h"
#include "sentences/treatment_note.h"
#include "summary/records.h"

namespace dsne::local {
namespace {

/// Adds this site's own part to the joint map, shared or not.
std::vector<report::EmbeddingPart> with_own_part(std::vector<report::EmbeddingPart> parts,
                                                 const std::string& site, const Matrix& coordinates,
                                                 const std::vector<std::string>& labels) {
  const report::EmbeddingPart own{site, coordinates.rows(), coordinates, labels};
  const auto found =
      std::find_if(parts.begin(), parts.end(),
                   [&](const report::EmbeddingPart& part) { return part.site == site; });
  if (found == parts.end()) {
    parts.push_back(own);
  } else {
    *found = own;
  }
  return parts;
}

/// Returns this site's name on the map.
std::string shown_name(const Step& step) {
  if (!step.input.contains("site_names")) return step.node;
  const Json& names = field(step.input, "site_names", exchange::coordinator_message_name);
  return text_field(names, step.node, exchange::coordinator_message_name);
}

/// The given reference as a source of scores.
std::vector<quality::SummarizedSite> given_source(const run::RunReference& reference) {
  auto source = quality::reference_source(reference.points.values);
  if (!source) return {};
  return {*std::move(source)};
}

/// The site's scores by its own subjects and the run's other sources.
run::SiteOutliers outliers_of(SiteTables& tables) {
  const std::vector<std::string>& measures = tables.subjects().features;
  const quality::OwnRecords records{tables.own_values(), summary::persons_of(tables.subjects())};
  const run::RunReference& reference = tables.reference();
  if (!reference.summaries) {
    return run::by_own_subjects(records, measures, given_source(reference));
  }
  const OwnSummary& own = tables.own_summary();
  return run::by_map(*reference.summaries, records, measures, own.kept_or_null(), own.source);
}

SiteReport collect(const SiteRun& run, const Step& step, SiteTables& tables, Matrix coordinates) {
  const methods::Parameters& parameters = run.plan().parameters;
  const run::RunReference& reference = tables.reference();
  SiteReport report;
  report.site = shown_name(step);
  report.coordinates = std::move(coordinates);
  const data::Table kept = run::read_kept_table(step.folders.own, run.data_digest);
  report.missing_values = run::missing_values_of(kept, reference);
  report.reading = sentences::reading_sentences(kept);
  report.parts = with_own_part(
      report::parse_embedding(field(step.input, "map", exchange::coordinator_message_name),
                              parameters.no_dims, exchange::coordinator_message_name),
      report.site, report.coordinates, tables.subjects().labels);
  for (const report::EmbeddingPart& part : report.parts) check_site_name(part.site);
  if (report.parts.front().coordinates.rows() != run.reference_points) {
    throw MessageError("the remote's message: the map is without the reference");
  }
  report.told = told_measures(step.input);
  const auto& map = reference.summaries;
  if (map && !reference.landmarks && report.parts.front().coordinates.rows() > 0) {
    report.parts =
        report::with_sources(report.parts, map->pool.sources, site_names(*map), map->pool.subjects);
  }
  report.outliers = outliers_of(tables);
  if (run::treatment(parameters, reference.points.features).missing == data::Missing::impute) {
    quality::list_lacking(report.missing_values.of_subjects,
                          tables.subjects().values.cols() - std::ssize(report.missing_values.empty),
                          report.outliers.scores);
  }
  return report;
}

Files map_files(const SiteRun& run, const Step& step, SiteTables& tables,
                const SiteReport& report) {
  const data::Table& subjects = tables.subjects();
  const std::vector<std::string> measures = measure_names(tables);
  const quality::OutlierScores& scores = report.outliers.scores;
  Files files = {
      {"embedding.csv", report::own_csv(subjects.ids, report.coordinates, subjects.labels, scores),
       "embedding.csv"},
      {"flagged.csv", report::flagged_csv(subjects.ids, scores, measures), "flagged.csv"}};
  if (const auto& verdicts = scores.lists.like_excluded) {
    files.push_back({verdict_model_name, quality::verdict_model_csv({measures, verdicts->model}),
                     verdict_model_name});
  }
  for (File& file : report::files_of(site_page(run, step, tables, report))) {
    files.push_back(std::move(file));
  }
  return files;
}

/// The reports of a run that ends in a result.
Files result_files(const methods::SiteMethod& method, SiteTables& tables, const SiteRun& run,
                   const Json& message) {
  const Json& result = field(message, "result", exchange::coordinator_message_name);
  const ToldMeasures told = told_measures(message);
  const methods::SiteFindings found = method.findings(result);
  Files files;
  if (const auto* sphere = std::get_if<sphere::SiteSphere>(&found.value)) {
    files = sphere_files(*sphere, tables, run, told);
  } else if (const auto* clusters = std::get_if<spectral::SiteClusters>(&found.value)) {
    files = cluster_files(*clusters, tables, run, told);
  }
  files.push_back({"result.json", result.dump(2, ' ', true) + '\n', "result.json"});
  return files;
}

Files report_files(SiteRun& run, const Step& step) {
  SiteTables tables(run, step);
  const auto method = make_site_method(run, step, tables);
  if (!run.plan().makes_map) {
    return result_files(*method, tables, run, step.input);
  }
  return map_files(run, step, tables, collect(run, step, tables, method->coordinates()));
}

}  // namespace

Output answer_report(const Step& step, SiteRun& run) {
  write_files(report_files(run, step), step.folders.own);
  make_disk_cache(run, step).forget();
  run::forget_kept_subjects(step.folders.own);
  run.sums.reset();

  Json message = message_at(run.moment);
  message["done"] = true;
  return {message};
}

}  // namespace dsne::local
