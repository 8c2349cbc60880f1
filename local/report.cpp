#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/message.h"
#include "core/phrases.h"
#include "data/columns/persons.h"
#include "exchange/site_answers.h"
#include "local/own_summary.h"
#include "local/site_run.h"
#include "local/site_tables.h"
#include "methods/method.h"
#include "report/facts.h"
#include "report/page.h"
#include "report/plots.h"
#include "run/kept_subjects.h"
#include "run/measure_choice.h"
#include "run/site_outliers.h"
#include "run/subjects.h"
#include "summary/known_persons.h"
#include "summary/seen_summaries.h"

namespace dsne::local {
namespace {

using exchange::coordinator_message_name;
using report::Names;

void check_site_name(const std::string& name) {
  constexpr std::size_t longest = 1000;
  if (name.size() > longest) throw MessageError("the remote's message: a site's name is too long");
}

/// Returns this site's name on the map.
std::string shown_name(const Step& step) {
  if (!step.input.contains("site_names")) return step.node;
  const Json& names = field(step.input, "site_names", coordinator_message_name);
  return text_field(names, step.node, coordinator_message_name);
}

/// Returns the joint map with this site's own part in it, shared or not.
std::vector<report::EmbeddingPart> parts_of(const SiteRun& run, const Step& step,
                                            SiteTables& tables, const std::string& site,
                                            const Matrix& coordinates) {
  auto parts = report::parse_embedding(field(step.input, "map", coordinator_message_name),
                                       run.plan().parameters.no_dims, coordinator_message_name);
  const report::EmbeddingPart own{site, coordinates.rows(), coordinates, tables.subjects().labels};
  const auto found = std::ranges::find(parts, site, &report::EmbeddingPart::site);
  if (found == parts.end()) {
    parts.push_back(own);
  } else {
    *found = own;
  }
  for (const report::EmbeddingPart& part : parts) check_site_name(part.site);
  const Eigen::Index points = parts.front().coordinates.rows();
  if (points != run.reference_points) {
    throw MessageError("the remote's message: the map is without the reference");
  }
  const run::RunReference& reference = tables.reference();
  const auto& map = reference.summaries;
  if (reference.landmarks || points == 0) return parts;
  // Others' groups as their summaries tell them: where the map is harmonized, these are not.
  parts.front().measured = map ? summary::measured_points(*map) : reference.points.values;
  if (!map) return parts;
  return report::with_sources(parts, map->pool.sources, site_names(*map), map->pool.subjects);
}

/// The given reference as a source of scores.
std::vector<quality::SummarizedSite> given_source(const run::RunReference& reference) {
  auto source = quality::reference_source(reference.points.values);
  if (!source) return {};
  return {*std::move(source)};
}

/// The site's scores by its own subjects and the run's other sources.
run::SiteOutliers outliers_of(SiteTables& tables, const data::Table& subjects) {
  const Names& measures = subjects.features;
  const quality::OwnRecords records{subjects.values, data::persons_of(subjects)};
  const run::RunReference& reference = tables.reference();
  if (!reference.summaries) {
    return run::by_own_subjects(records, measures, given_source(reference));
  }
  const OwnSummary& own = tables.own_summary();
  return run::by_map(*reference.summaries, records, measures, own.kept_or_null(), own.source);
}

/// Adds how the site's table was read, and what is missing in it.
void add_table(data::Table kept, SiteTables& tables, report::SiteMapFacts& facts) {
  facts.read = std::move(kept);
  const run::MissingValues missing = run::missing_values_of(facts.read, tables.reference());
  facts.missing_values = missing.values;
  for (const Eigen::Index f : missing.empty) {
    facts.unknown.push_back(facts.own.measures[static_cast<std::size_t>(f)]);
  }
  if (facts.run.treatment.fills) {
    quality::flag_lacking(missing.of_subjects,
                          std::ssize(facts.own.measures) - std::ssize(missing.empty),
                          facts.own.outliers->scores);
  }
}

/// Returns the thumbnails for the page: a data URI per subject on the map, "" for none. With more
/// subjects the page would be too large, and only those with a flag have thumbnails.
/// @param pictures one per row of the site's data; empty if these are not images
Names thumbnail_uris(const Names& pictures, const std::vector<std::size_t>& rows,
                     const data::Table& subjects, const std::vector<quality::Flag>& flags) {
  constexpr std::size_t most = 1000;
  if (pictures.size() != rows.size()) return {};
  std::map<std::size_t, std::size_t> picture_of_row;
  for (std::size_t i = 0; i < rows.size(); ++i) picture_of_row.emplace(rows[i], i);
  Names uris(subjects.rows.size());
  for (std::size_t i = 0; i < uris.size(); ++i) {
    if (uris.size() > most && flags[i] == quality::Flag::none) continue;
    const std::string& png = pictures.at(picture_of_row.at(subjects.rows[i]));
    uris[i] = "data:image/png;base64," + to_base64(std::as_bytes(std::span(png)));
  }
  return uris;
}

/// Returns the site's own subjects, with their scores.
report::OwnOnMap own_on_map(SiteTables& tables, Matrix coordinates) {
  const data::Reference& points = tables.reference().points;
  report::OwnOnMap own;
  own.table = tables.subjects();
  own.filled = std::exchange(own.table.values, tables.own_values());
  own.measures = report::shown_names(points.features, points.values.cols());
  own.coordinates = std::move(coordinates);
  own.outliers = outliers_of(tables, own.table);
  return own;
}

/// Returns what a site's reports tell of its run.
/// @param step of the coordinator's message that ends it
/// @throws MessageError when this is malformed
report::SiteFacts site_facts(const SiteRun& run, const Step& step, SiteTables& tables) {
  const run::RunReference none;
  const run::RunReference& reference = run.plan().needs_reference ? tables.reference() : none;
  report::SiteFacts facts;
  facts.run = report::run_facts(run.plan(), reference);
  facts.run.name = run_name(step);
  facts.run.day = step.day;
  facts.run.left_out = parse_message<run::LeftOutOfRun>(step.input, coordinator_message_name);
  facts.site = shown_name(step);
  facts.points = run.points;
  facts.incomplete = std::ssize(tables.rows()) - std::ssize(tables.subjects().rows);
  if (run.plan().needs_reference && !facts.run.maps_summaries) {
    const data::Reference& points = reference.points;
    facts.dominating = report::dominating_measure(
        tables.scaled(), report::shown_names(points.features, points.values.cols()));
  }
  const exchange::KeyPolicy& keys = run.inputs.settings.keys;
  facts.sums = {run.sums->sites(), exchange::roster_fingerprint(*run.sums, keys)};
  return facts;
}

/// Returns what the report of a run that ended in a map tells.
/// @param coordinates of the site's subjects
/// @throws MessageError likewise
report::SiteMapFacts site_map_facts(const SiteRun& run, const Step& step, SiteTables& tables,
                                    Matrix coordinates) {
  report::SiteMapFacts facts(site_facts(run, step, tables));
  facts.parts = parts_of(run, step, tables, facts.site, coordinates);
  facts.own = own_on_map(tables, std::move(coordinates));
  // Rows of summaries are means, whose range is no subject's.
  facts.compared = facts.run.summaries ? facts.own.filled : tables.reference().points.values;
  data::Table kept = run::read_kept_table(step.folders.own, run.data_digest);
  facts.history = run::read_kept_history(step.folders.own, run.data_digest);
  facts.known =
      run::known_subjects(summary_folder(step, run), step.folders.own, facts.site, kept, step.day);
  add_table(std::move(kept), tables, facts);
  facts.own.thumbnails =
      thumbnail_uris(run::read_kept_thumbnails(step.folders.own, run.data_digest), tables.rows(),
                     facts.own.table, facts.own.outliers->scores.flags);
  if (!facts.run.has_one_map) {
    facts.few_points = report::few_points(run.plan(), run.points + run.reference_points);
  }
  facts.shares_places = run.inputs.settings.share_places;
  facts.shares_labels = run.inputs.settings.share_labels;
  if (facts.run.summaries) {
    const OwnSummary& own = tables.own_summary();
    const summary::MapSources& sources = tables.reference().summaries->sources;
    const Names persons = data::persons_of(tables.subjects());
    const bool has_own = own.kept && std::ranges::any_of(persons, [&](const std::string& person) {
                           return summary::is_in_row(*own.kept, person);
                         });
    facts.own_summary = report::SentSummary{own.sent, kept_summary_name(sources.array()),
                                            own.kept.has_value(), has_own};
    facts.run.replaced = summary::replaced_summaries(
        summary::read_seen_summaries(summary_folder(step, run)), sources, run.reference_digest);
  }
  if (const auto ledger = make_ledger(run, step)) facts.epsilon_spent = ledger->epsilon();
  return facts;
}

/// The reports of a run that ends in a result.
Files result_files(const methods::SiteMethod& method, SiteTables& tables, const SiteRun& run,
                   const Step& step) {
  const Json& result = field(step.input, "result", exchange::coordinator_message_name);
  const methods::SiteFindings found = method.findings(result);
  const report::SiteFacts facts = site_facts(run, step, tables);
  const report::Names& ids = tables.subjects().ids;
  Files files;
  if (const auto* sphere = std::get_if<sphere::SiteSphere>(&found.value)) {
    files = report::site_sphere_files(facts, *sphere, ids);
  } else if (const auto* clusters = std::get_if<spectral::SiteClusters>(&found.value)) {
    files = report::site_cluster_files(facts, *clusters, ids);
  }
  files.push_back({"result.json", result.dump(2, ' ', true) + '\n', "result.json"});
  return files;
}

Files report_files(SiteRun& run, const Step& step) {
  SiteTables tables(run, step);
  const auto method = make_site_method(run, step, tables);
  if (!run.plan().makes_map) return result_files(*method, tables, run, step);
  Files files = report::site_files(site_map_facts(run, step, tables, method->coordinates()));
  if (const auto& map = tables.reference().summaries) {
    summary::remember_summaries(summary_folder(step, run), map->sources, run.reference_digest);
  }
  return files;
}

}  // namespace

Output answer_report(const Step& step, SiteRun& run) {
  const std::string receipt = to_hex(run.sums->secret_key("receipt"));
  if (!run::has_receipt(receipt, step.folders.own)) {
    write_files(report_files(run, step), step.folders.own);
    make_disk_cache(run, step).forget();
    run::leave_receipt(receipt, step.folders.own);
  }
  run.sums.reset();

  Json message = message_at(run.moment);
  message["done"] = true;
  return {message};
}

}  // namespace dsne::local
