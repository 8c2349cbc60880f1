#include "local/site_page.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/base64.h"
#include "core/digest.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/csv.h"
#include "exchange/state_names.h"
#include "local/own_summary.h"
#include "methods/embedding/perplexity.h"
#include "report/measures_table.h"
#include "report/reasons.h"
#include "report/time_figure.h"
#include "run/kept_subjects.h"
#include "sentences/outlier_note.h"
#include "sentences/privacy_note.h"
#include "sentences/run_note.h"
#include "sentences/summaries_note.h"
#include "sentences/treatment_note.h"

namespace dsne::local {
namespace {

std::string sharing_sentence(const run::SiteSettings& settings, bool common_map) {
  if (!common_map) {
    return "Without a common map this site's positions would tell the others nothing: they stay "
           "here.";
  }
  if (!settings.share_places) {
    return "This site does not share its subjects' positions: the others do not see them.";
  }
  return settings.share_labels
             ? "This site shares its subjects' positions on the map and their labels."
             : "This site shares its subjects' positions on the map, not their labels.";
}

/// Returns what left a site under a method whose rounds reveal nothing about its subjects.
std::string silent_sentence(const run::SiteSettings& settings,
                            std::optional<data::Missing> missing) {
  if (settings.share_places) {
    return "Nothing about its subjects left this site before their final positions did.";
  }
  if (missing == data::Missing::drop) {
    return "Nothing about its subjects left this site but how many have every value; no privacy "
           "guarantee covers that number.";
  }
  return "Nothing about its subjects but their number left this site, so the run's privacy loss, "
         "epsilon, is 0.";
}

std::int64_t count_subjects(const SiteReport& report) {
  std::int64_t subjects = 0;
  for (const report::EmbeddingPart& part : report.parts) {
    if (part.site != report::reference_site) subjects += part.points;
  }
  return subjects;
}

void add(std::vector<std::string>& all, const std::optional<std::string>& sentence) {
  if (sentence) all.push_back(*sentence);
}

/// Returns sentences about the site's data: how they were read, what was left out, and what left
/// the site.
std::vector<std::string> own_data(const SiteRun& run, SiteTables& tables,
                                  const SiteReport& report) {
  const methods::Parameters& parameters = run.plan().parameters;
  const run::RunReference& reference = tables.reference();
  std::vector<std::string> all = report.reading;
  const std::size_t left_out = tables.rows().size() - tables.subjects().rows.size();
  if (left_out > 0) {
    all.push_back(counted(static_cast<std::int64_t>(left_out), "subject") +
                  (left_out == 1 ? " is" : " are") +
                  " not on the map: a value of theirs is missing.");
  }
  const std::vector<std::string> measures = measure_names(tables);
  add(all,
      sentences::missing_values_sentence(report.missing_values, parameters, reference, measures));
  if (!reference.is_map()) {
    add(all, sentences::dominating_sentence(tables.scaled(), measures,
                                            run::treatment(parameters, reference.points.features)));
  }
  add(all, sentences::outside_sentence(report.outliers.outside, measures));
  if (reference.summaries) {
    for (std::string& sentence : own_summary_sentences(tables.own_summary(), run)) {
      all.push_back(std::move(sentence));
    }
  }
  all.push_back(sharing_sentence(run.inputs.settings, reference.has_common_map()));
  return all;
}

std::vector<std::string> sentences(const SiteRun& run, const run::RunReference& reference,
                                   const SiteReport& report) {
  const methods::Parameters& parameters = run.plan().parameters;
  const methods::Method& method = *run.plan().method;
  std::vector<std::string> all = sentences::outlier_sentences(report.outliers.scores);
  add(all, report.replaced);
  add(all, report::left_out_sites_sentence(report.told.left_out_sites));
  add(all, sentences::scales_sentence(parameters, reference));
  add(all, sentences::chosen_sentence(parameters, reference));
  if (reference.is_map()) {
    for (std::string& sentence : sentences::map_sentences(*reference.summaries)) {
      all.push_back(std::move(sentence));
    }
    all.push_back(sentences::summary_privacy_sentence());
    all.push_back(sentences::summaries_reading_sentence());
    return all;
  }
  add(all, sentences::harmonization_sentence(parameters, run.points));
  add(all, methods::perplexity_sentence(parameters, run.points + run.reference_points));
  all.push_back(method.description(parameters));
  add(all, sentences::reference_sentence(reference, parameters));
  if (run.plan().is_silent) {
    all.push_back(silent_sentence(run.inputs.settings, parameters.missing));
  }
  const exchange::KeyPolicy& keys = run.inputs.settings.keys;
  const std::string sums =
      run.plan().masks_sums()
          ? sentences::sums_sentence(*run.sums, keys)
          : sentences::roster_sentence(sentences::roster_fingerprint(*run.sums, keys));
  if (!sums.empty()) all.push_back(sums);
  all.push_back(sentences::privacy_sentence(parameters));
  if (reference.summaries) all.push_back(sentences::summary_privacy_sentence());
  all.push_back(sentences::reading_sentence());
  return all;
}

report::Page::Entries highlights(const SiteRun& run, bool on_summaries, const SiteReport& report) {
  return {{"Sites", std::to_string(report.parts.size() - 1)},
          {"Subjects at all sites", std::to_string(count_subjects(report))},
          {"At this site", std::to_string(run.points)},
          {on_summaries ? "Rows of summaries" : "Reference points",
           std::to_string(run.reference_points)}};
}

report::Page::Entries facts(const SiteRun& run, const Step& step, const SiteReport& report,
                            const sentences::Settings& settings) {
  report::Page::Entries entries = settings.changed;
  if (report.told.uneven.empty()) {
    entries.insert(entries.begin(), {report::left_out_heading, "none"});
  }
  if (const auto ledger = make_ledger(run, step)) {
    entries.insert(entries.begin(), {"Epsilon spent by all private releases of this site",
                                     data::number_text(ledger->epsilon())});
  }
  return entries;
}

/// Identifies the run, the site and its subjects, so that each has its own decisions.
std::string decisions_key(const std::vector<std::string>& subjects, const std::string& run,
                          const std::string& site) {
  std::string ids;
  for (const std::string& id : subjects) ids += id + '\n';
  return run + '/' + site + '/' + sha256(ids).substr(0, 16);
}

/// Returns the thumbnails for the page: a data URI per subject on the map, "" for none. With more
/// subjects the page would be too large, and only listed ones have thumbnails.
/// @param pictures one per row of the site's data; empty if these are not images
std::vector<std::string> thumbnail_uris(const std::vector<std::string>& pictures,
                                        const std::vector<std::size_t>& rows,
                                        const data::Table& subjects,
                                        const std::vector<bool>& listed) {
  constexpr std::size_t most = 1000;
  if (pictures.size() != rows.size()) return {};
  std::map<std::size_t, std::size_t> picture_of_row;
  for (std::size_t i = 0; i < rows.size(); ++i) picture_of_row.emplace(rows[i], i);
  std::vector<std::string> uris(subjects.rows.size());
  for (std::size_t i = 0; i < uris.size(); ++i) {
    if (uris.size() > most && !listed[i]) continue;
    const std::string& png = pictures.at(picture_of_row.at(subjects.rows[i]));
    uris[i] = "data:image/png;base64," + to_base64(std::as_bytes(std::span(png)));
  }
  return uris;
}

report::OwnSubjects own_subjects(const Step& step, SiteTables& tables, const SiteReport& report,
                                 const report::Embedding& embedding) {
  const data::Table& subjects = tables.subjects();
  const run::RunReference& reference = tables.reference();
  const quality::OutlierScores& scores = report.outliers.scores;
  report::OwnSubjects own;
  const auto site =
      std::find(embedding.site_names.begin(), embedding.site_names.end(), report.site);
  own.site = static_cast<std::size_t>(site - embedding.site_names.begin());
  own.ids = subjects.ids;
  own.key = decisions_key(subjects.ids, run_name(step), report.site);
  own.outliers = scores;
  own.features = measure_names(tables);
  // Rows of summaries are means, whose range is no subject's.
  const bool shows_reference = !reference.summaries;
  own.compared_with = shows_reference ? "reference" : "this site";
  own.strips = report::make_strips(subjects.values,
                                   shows_reference ? reference.points.values : subjects.values,
                                   own.features, scores);
  own.thumbnails = thumbnail_uris(run::read_kept_thumbnails(step.folders.own), tables.rows(),
                                  subjects, quality::are_listed(scores));
  return own;
}

}  // namespace

std::vector<std::string> measure_names(SiteTables& tables) {
  const data::Reference& points = tables.reference().points;
  return report::shown_names(points.features, points.values.cols());
}

report::Page site_page(const SiteRun& run, const Step& step, SiteTables& tables,
                       const SiteReport& report) {
  const methods::Parameters& parameters = run.plan().parameters;
  const run::RunReference& reference = tables.reference();
  const auto& map = reference.summaries;
  report::Page page;
  page.title = sentences::marked_title(
      "Site " + report.site + "'s subjects on " +
          (reference.has_common_map() ? "the joint map" : "a map of their own"),
      parameters);
  page.origin = {{"Site", report.site},
                 {"Run", run_name(step)},
                 {"Made on", step.day},
                 {"Version", std::string(version())}};
  page.headline = report::headline(report.outliers.scores);
  page.highlights = highlights(run, map.has_value(), report);
  page.sentences = sentences(run, reference, report);
  page.own_data = own_data(run, tables, report);
  page.plots.scene = report::make_scene(report::joined(report.parts));
  page.figure_title = sentences::marked_title(
      report.site + ": " + report::to_look_at(report.outliers.scores), parameters);
  if (auto table = report::measures_table(report.told.uneven, map.has_value())) {
    page.tables.push_back(*std::move(table));
  }
  if (const auto history = run::read_kept_history(step.folders.own); !history.empty()) {
    if (auto figure = report::time_figure(history, tables.subjects().rows, tables.own_values(),
                                          measure_names(tables))) {
      page.figures.push_back(*std::move(figure));
    }
  }
  page.plots.own = own_subjects(step, tables, report, page.plots.scene.map);
  const sentences::Settings settings =
      sentences::settings_of(parameters, run::treatment(parameters, reference.points.features));
  page.facts = facts(run, step, report, settings);
  page.defaults = settings.defaults;
  page.files = {{"embedding.csv",
                 "this site's subjects with their ids, positions, labels and outlier scores"},
                {"flagged.csv", "who is flagged, who else to check, and why"},
                {"embedding.png", "the figure as an image"},
                {"embedding.svg", "the figure for print"},
                {"release_log.jsonl", "everything that left this site"},
                {"joint/index.html", "the joint report, the same at every site"},
                {"joint/embedding.csv", "the joint map, without ids"}};
  if (report.outliers.scores.lists.like_excluded) {
    page.files.emplace_back(verdict_model_name,
                            "what raters at other sites taught, a weight for each measure");
  }
  // In a run that is not on summaries the site's summary does not leave it.
  if (map && !run.summary_digest.empty()) {
    page.own_files = {
        {kept_summary_name(map->sources.array()), "the summary that left this site, to open"}};
  }
  return page;
}

}  // namespace dsne::local
